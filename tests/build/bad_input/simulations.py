# SPDX-License-Identifier: MIT
"""Bad worlds, bad scenes of rigid-ipc, bad recordings."""
import json

from case import Case

WORLD = {
    "dynamics": {"step": 0.01, "seconds": 0.02},
    "bodies": [{"name": "floor", "shape": {"type": "box", "size": [4, 4, 1]}},
               {"name": "box", "shape": {"type": "box", "size": [1, 1, 1]}, "pose": {"position": [0, 0, 2]},
                "dynamics": {"density": 500}}],
}
FIXTURE = {"timestep": 0.01, "max_time": 1, "rigid_body_problem": {"gravity": [0, 0, -9.8], "rigid_bodies": []}}


def world_case(name, says, root=None, body=None, words=()):
    scene = json.loads(json.dumps(WORLD))
    scene["dynamics"].update(root or {})
    scene["bodies"][1].update(body or {})
    return Case("world: " + name, ["simulate", "scene.json", "-o", "out.rec", *words],
                {"scene.json": json.dumps(scene)}, says=says)


def fixture_case(name, says, *bodies):
    scene = json.loads(json.dumps(FIXTURE))
    scene["rigid_body_problem"]["rigid_bodies"] = list(bodies)
    return Case("rigid-ipc: " + name, ["simulate", "scene.json", "-o", "out.rec"],
                {"scene.json": json.dumps(scene)}, says=says)


def recording_case(name, content, says):
    return Case("recording: " + name, ["replay", "run.rec"], {"run.rec": content}, says=says)


def cases():
    yield world_case("unknown key", ["dynamics.gravty", "gravity"], root={"gravty": [0, 0, 1]})
    yield world_case("step of zero", ["dynamics.step"], root={"step": 0})
    yield world_case("joint with nobody", ["joints[0].b"],
                     root={"joints": [{"type": "ball", "a": "floor", "b": "nobody"}]})
    yield world_case("density below zero", ["bodies[1].dynamics.density"], body={"dynamics": {"density": -1}})
    yield world_case("unknown material", ["bodies[1].dynamics.material"], body={"dynamics": {"material": "wood"}})
    yield world_case("bodies that overlap", ["'floor' and 'box'", "--separate"],
                     body={"pose": {"position": [0, 0, 0.9]}})
    flat = {"type": "mesh", "vertices": [[0, 0, 0], [1, 0, 0], [2, 0, 0]], "triangles": [[0, 1, 2]]}
    yield world_case("a dynamic body without extent", ["body 'box'", "extent"], body={"shape": flat})
    yield world_case("negative seconds", ["--seconds"], words=["--seconds", "-1"])
    yield world_case("step that is no number", ["step"], words=["--step", "nan"])
    yield Case("world: a folder that is not there", ["simulate", "scene.json", "-o", "nowhere/out.rec"],
               {"scene.json": json.dumps(WORLD)}, says=["nowhere"])
    yield fixture_case("mesh that is not there", ["no/such.obj", "meshes"], {"mesh": "no/such.obj"})
    yield fixture_case("no mesh", ["vertices"], {"position": [0, 0, 0]})
    yield fixture_case("two dimensions", ["vertices"], {"vertices": [[0, 0], [1, 0]], "edges": [[0, 1]]})
    yield recording_case("empty", b"", ["another kind of file"])
    yield recording_case("a scene", json.dumps(WORLD), ["another kind of file"])
    yield recording_case("of version 9", b"graze recording\n" + b"\x09" + bytes(100), ["version 9"])
    yield recording_case("cut in its header", b"graze recording\n\x03\x00\x00\x00", ["header"])
    yield recording_case("a length beyond its end", b"graze recording\n\x03\x00\x00\x00" + b"\xff" * 8 + b"0" * 64,
                         ["header"])
    yield recording_case("another text than its hash", b"graze recording\n\x03\x00\x00\x00" + b"\x02" + bytes(7) + b"0" * 64 + b"{}",
                         ["SHA-256"])
    yield Case("recording: missing", ["replay", "nowhere.rec"], says=["nowhere.rec"])
