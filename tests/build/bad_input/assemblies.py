# SPDX-License-Identifier: MIT
"""Bad questions to graze free, graze crossings and graze bisection; joints that follow nothing."""
import json

from case import Case

BOX = {"type": "box", "size": [1, 1, 1]}


def scene(**more):
    bodies = [{"name": "left", "shape": BOX}, {"name": "right", "shape": BOX, "pose": {"position": [3, 0, 0]}},
              {"name": "third", "shape": BOX, "pose": {"position": [6, 0, 0]}, **more}]
    return {"scene.json": json.dumps({"bodies": bodies})}


def rule(text):
    document = json.loads(scene()["scene.json"])
    document["may_touch"] = [text]
    return {"scene.json": json.dumps(document)}


def cases():
    yield Case("free: no such part", ["free", "scene.json", "lefft"], scene(), says=["did you mean 'left'?"])
    yield Case("free: a way of no length", ["free", "scene.json", "left", "--length", "0"], scene(), says=["--length"])
    yield Case("crossings: no frames a second", ["crossings", "scene.json", "--fps", "0"], scene(), says=["--fps"])
    yield Case("crossings: a scene at rest", ["crossings", "scene.json", "--against", "rest"], scene(), says=["'start'"])
    yield Case("crossings: a frame after the end", ["crossings", "scene.json", "--against", "99"], scene(),
               says=["frame 99", "--fps"])
    yield Case("bisection: more than one pair", ["bisection", "scene.json"], scene(), says=["--pairs A:B"])
    yield Case("a depth below zero", ["check", "scene.json"], rule({"pair": ["left", "right"], "depth": -1}),
               says=["depth"])
    yield Case("a depth without a pair", ["check", "scene.json"], rule({"depth": 1}), says=["pair"])
    yield Case("3mf: no archive", ["info", "part.3mf"], {"part.3mf": "hello"}, says=["not a ZIP archive"])
