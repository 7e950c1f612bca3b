# SPDX-License-Identifier: MIT
"""Bad orders for shapes made by code, and scenes that cannot be exported."""
from case import Case
from scenes import SCENE, changed


def shape(name, *words, says=()):
    return Case("shape: " + name, ["shape", *words], says=says)


def export(name, *words, scene=None, says=(), **options):
    files = {"scene.json": scene} if scene is not None else SCENE
    return Case("export: " + name, ["export", *words], files, says=says, **options)


def cases():
    yield shape("unknown name", "teapot", "out.obj", says=["teapot"])
    yield shape("no output", "torus", says=["OUT"])
    yield shape("unknown parameter", "torus", "--sharpness", "2", "out.obj", says=["sharpness"])
    yield shape("unknown parameter behind the output", "torus", "out.obj", "--sharpness", "2",
                says=["sharpness"])
    yield shape("radius zero", "icosphere", "--radius", "0", "out.obj", says=["radius"])
    yield shape("radius negative", "icosphere", "--radius", "-1", "out.obj", says=["radius"])
    yield shape("radius NaN", "icosphere", "--radius", "nan", "out.obj", says=["radius"])
    yield shape("radius infinite", "icosphere", "--radius", "inf", "out.obj", says=["radius"])
    yield shape("radius that is a word", "icosphere", "--radius", "big", "out.obj", says=["radius"])
    yield shape("triangles beyond memory", "icosphere", "--triangles", "1e15", "out.obj",
                says=["triangles"])
    yield shape("half a tooth", "gear", "--teeth", "7.5", "out.obj", says=["teeth"])
    yield shape("unknown extension", "torus", "out.xyz", says=[".xyz"])
    yield shape("missing folder", "torus", "no/such/out.obj", says=["no/such/out.obj"])
    yield export("missing scene", "no.json", "out.glb", says=["no.json"])
    yield export("scene cut off", "scene.json", "out.glb", scene='{"bodies": [', says=["scene.json"])
    yield export("mesh of the scene missing", "scene.json", "out.glb", says=["gone.obj"],
                 scene=changed("bodies/1/shape", {"type": "file", "path": "gone.obj"}))
    yield export("unknown extension", "scene.json", "out.avi", says=[".avi"])
    yield export("missing folder", "scene.json", "no/such/out.glb", says=["no/such/out.glb"])
    yield export("output is a folder", "scene.json", ".", says=["."])
