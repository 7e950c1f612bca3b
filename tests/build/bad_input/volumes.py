# SPDX-License-Identifier: MIT
"""Bad questions to graze volume and graze interference."""
import copy
import json

from case import Case
from scenes import GOOD, SCENE


def padded():
    scene = copy.deepcopy(GOOD)
    scene["bodies"][0]["padding"] = 0.1
    return {"scene.json": json.dumps(scene)}


def option(name, *words, says=()):
    return Case("volume: " + name, ["volume", "scene.json", *words], SCENE, says=list(says))


def cases():
    yield Case("volume: no such file", ["volume", "missing.json"], says=["missing.json"])
    yield Case("volume: not a scene", ["volume", "scene.json"], {"scene.json": "[]"})
    yield Case("volume: padding", ["volume", "scene.json"], padded(), says=["padding"])
    yield option("no pixels", "--pixels", "0", says=["pixels"])
    yield option("too many pixels", "--pixels", "5000", says=["pixels"])
    yield option("pixels that are no number", "--pixels", "many", says=["--pixels"])
    yield option("negative pixel size", "--pixel-size", "-1", says=["--pixel-size"])
    yield option("unknown backend", "--backend", "cuda", says=["cuda"])
    yield option("unknown body", "--pairs", "floor:moon", says=["moon"])
    yield option("pair without a colon", "--pairs", "floor", says=["--pairs"])
    yield option("both at and span", "--at", "0", "--span", "0:1", says=["--at"])
    yield option("span backwards", "--span", "1:0", says=["--span"])
    yield option("span of one number", "--span", "1", says=["--span"])
    yield option("no samples", "--span", "0:1", "--samples", "0", says=["--samples"])
    yield option("picture into a folder that is not there", "--at", "1", "--image", "no/where/p",
                 says=["no/where"])
    for name, fit in (("no depth", "floor:ball"), ("one name", "floor=1"), ("a negative depth", "floor:ball=-1"),
                      ("an unknown body", "floor:moon=1"), ("a depth that is no number", "floor:ball=deep")):
        yield Case("interference: a fit with " + name, ["interference", "scene.json", "--fit", fit], SCENE, says=["--fit"])
    yield Case("interference: fits that are not there", ["interference", "scene.json", "--fits", "gone.fits"], SCENE,
               says=["gone.fits"])
    yield Case("interference: padding", ["interference", "scene.json"], padded(), says=["padding"])
    yield Case("interference: one instant of a motion", ["interference", "scene.json", "--samples", "1"], SCENE,
               says=["--samples"])
    yield Case("truth: neither a folder nor an output", ["truth"], says=["FOLDER"])
    yield Case("truth: a chunk of nothing", ["truth", "--chunk", "0", "--out", "a.jsonl"], says=["--chunk"])
    yield Case("truth: answers that are not there", ["truth", "set", "--from", "gone.jsonl"], says=["gone.jsonl"])
