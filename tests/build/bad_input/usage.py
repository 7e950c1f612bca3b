# SPDX-License-Identifier: MIT
"""Bad command lines: verbs, options and their values."""
from case import Case

VERBS = [
    "check",
    "batch",
    "merge",
    "sweep",
    "acm",
    "clearance",
    "bisection",
    "octree",
    "boxes",
    "crossings",
    "free",
    "intervals",
    "step",
    "simulate",
    "replay",
    "volume",
    "interference",
    "monitor",
    "info",
    "convert",
    "shape",
    "export",
    "queries",
    "deform",
    "verify",
    "truth",
    "report",
    "view",
    "score",
    "repair",
    "help",
    "man",
    "completion",
]
SPEAK_ALONE = ("shape", "help", "man")  # tell something without arguments


def cases():
    yield Case("verb with a slip", ["chek", "scene.json"], says=["'check'"])
    yield Case("option with a slip", ["check", "scene.json", "--tolerence", "1"], says=["'--tolerance'"])
    yield Case("help of an unknown verb", ["help", "intervalls"], says=["'intervals'"])
    for ending, word in (("stl", "does not move"), ("step", "thing.step"), ("fbx", ".glb"), ("xacro", "xacro"),
                         ("sdf", "XML"), ("bag", "CSV"), ("blend", ".glb"), ("zip", "unpack"),
                         ("srdf", "--srdf"), ("csv", "--trajectory")):
        yield Case(f"check of .{ending}", ["check", "thing." + ending], {"thing." + ending: "x"}, says=[word])
    yield Case("clearance of a robot", ["clearance", "r.urdf"], {"r.urdf": "x"}, says=["--write-scene"])
    yield Case("view of an unknown demo", ["view", "--demo", "nobody"], says=["nobody", "car_door"])
    yield Case("unknown verb", ["collide"], says=["collide"])
    yield Case("verb in capitals", ["CHECK", "scene.json"], says=["CHECK"])
    yield Case("empty verb", [""])
    yield Case("option before any verb", ["--fast"], says=["--fast"])
    yield Case("line break in a verb", ["che\nck"])
    yield Case("escape sequence in a verb", ["\x1b[31mcheck"])
    yield Case("verb with a byte that is no UTF-8", [b"\xff\xfe"])
    yield Case("boxes in a polytope of 7 faces", ["boxes", "scene.json", "--dop", "7"], says=["--dop", "14"])
    for verb in VERBS:
        if verb in SPEAK_ALONE:
            continue
        if verb != "view":  # shows a scene that comes with graze
            yield Case(f"{verb} without arguments", [verb], says=[verb])
        needed = {"step": ["--dt", "0.1"], "report": ["-o", "out.html"], "merge": ["--out", "z"],
                  "simulate": ["-o", "z"]}.get(verb, [])
        yield Case(f"{verb} with an unknown option", [verb, *(["bash"] if verb == "completion" else ["x", "y"]), *needed, "--frobnicate"],
                   says=["--frobnicate"])
