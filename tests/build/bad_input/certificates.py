# SPDX-License-Identifier: MIT
"""Bad certificates, and bad ways to ask for one."""
import hashlib
import struct

from case import Case

SCENE = ('{"bodies": [{"name": "ball", "shape": {"type": "icosphere"}}, {"name": "far", "shape": '
         '{"type": "icosphere"}, "pose": {"position": [9, 0, 0]}}]}')
MESH = "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n"
HEAD = b"GRAZEPRF" + struct.pack("<II", 2, 0)
END = struct.pack("<BQ", 0, 0)
END += hashlib.sha256(HEAD + END).digest()


def bad(name, content, says=("proof",)):
    return Case("certificate: " + name, ["verify", "proof", "scene.json"],
                {"proof": content, "scene.json": SCENE}, says=says)


def cases():
    yield Case("certificate: missing", ["verify", "proof", "scene.json"], {"scene.json": SCENE},
               says=["proof"])
    yield Case("certificate: missing scene", ["verify", "proof", "scene.json"],
               {"proof": HEAD + END}, says=["scene.json"])
    yield bad("empty", b"")
    yield bad("text", "a proof that they do not touch", says=["proof", "GRAZEPRF"])
    yield bad("a mesh", MESH)
    yield bad("only the first word", b"GRAZEPRF", says=["end of the file"])
    yield bad("another version", b"GRAZEPRF" + struct.pack("<II", 7, 0), says=["version 7"])
    yield bad("four billion bodies", b"GRAZEPRF" + struct.pack("<II", 2, 0xffffffff),
              says=["bodies"])
    yield Case("certificate: file in a folder that does not exist",
               ["check", "scene.json", "--certificate", "no/where/proof"], {"scene.json": SCENE},
               says=["no/where"])
    yield Case("certificate: over the scene", ["check", "scene.json", "--certificate", "scene.json"],
               {"scene.json": SCENE}, says=["scene.json", "rests on"])
    yield Case("JUnit report over the scene", ["check", "scene.json", "--junit", "scene.json"],
               {"scene.json": SCENE}, says=["scene.json", "rests on"])
    yield Case("SARIF report in a folder that does not exist",
               ["check", "scene.json", "--sarif", "no/where/report"], {"scene.json": SCENE}, says=["no/where"])
    yield Case("certificate: of a robot that has none", ["verify", "proof", "robot.urdf"],
               {"proof": HEAD + END}, says=["robot.urdf"])
    yield Case("certificate: of an animation", ["check", "a.glb", "--certificate", "proof"],
               {"a.glb": b"glTF"}, says=["--certificate", "--write-scene"])
    yield Case("certificate: of one deforming mesh", ["deform", "a.obj", "a.obj", "--certificate", "proof"],
               {"a.obj": MESH}, says=["--certificate", "two meshes"])
    yield Case("certificate: of three frames", ["verify", "proof", "a.obj", "a.obj", "a.obj"],
               {"proof": HEAD + END, "a.obj": MESH}, says=["3 files"])
    yield Case("certificate: of frames of two meshes", ["verify", "proof", "a.obj", "b.obj", "a.obj", "a.obj"],
               {"proof": HEAD + END, "a.obj": MESH, "b.obj": MESH + "f 1 3 2\n"}, says=["b.obj"])
    yield Case("truth: a folder that is a file", ["truth", "here", "--queries", "3"], {"here": "x"},
               says=["here"])
