# SPDX-License-Identifier: MIT
"""Bad command lines: verbs, options and their values."""
from case import Case

VERBS = [
    "check",
    "batch",
    "sweep",
    "acm",
    "clearance",
    "boxes",
    "intervals",
    "step",
    "volume",
    "monitor",
    "info",
    "convert",
    "shape",
    "export",
    "queries",
    "deform",
    "verify",
    "truth",
]


def cases():
    yield Case("no verb", [], says=["verb"])
    yield Case("unknown verb", ["collide"], says=["collide"])
    yield Case("verb in capitals", ["CHECK", "scene.json"], says=["CHECK"])
    yield Case("empty verb", [""])
    yield Case("option before any verb", ["--fast"], says=["--fast"])
    yield Case("line break in a verb", ["che\nck"])
    yield Case("escape sequence in a verb", ["\x1b[31mcheck"])
    yield Case("verb with a byte that is no UTF-8", [b"\xff\xfe"])
    yield Case("boxes in a polytope of 7 faces", ["boxes", "scene.json", "--dop", "7"], says=["--dop", "14"])
    for verb in VERBS:
        if verb == "shape":  # which lists all shapes without arguments, and has verbs of its own
            continue
        yield Case(f"{verb} without arguments", [verb], says=[verb])
        needed = ["--dt", "0.1"] if verb == "step" else []
        yield Case(f"{verb} with an unknown option", [verb, "x", "y", *needed, "--frobnicate"],
                   says=["--frobnicate"])
