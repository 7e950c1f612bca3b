# SPDX-License-Identifier: MIT
"""Bad observations and options of graze monitor."""
import json

from case import Case
from scenes import SCENE


def line_case(name, line, says=("poses.jsonl:1",)):
    return Case("monitor: " + name, ["monitor", "scene.json", "--poses", "poses.jsonl"],
                {**SCENE, "poses.jsonl": line if isinstance(line, (str, bytes)) else json.dumps(line)},
                says=says)


def option_case(name, *words, says=()):
    return Case("monitor: " + name, ["monitor", "scene.json", *words], SCENE, says=says)


def cases():
    yield line_case("no JSON", "ball 0 0 0")
    yield line_case("cut off", '{"time": 0, "body": "ball"')
    yield line_case("a list", [0, "ball"])
    yield line_case("binary bytes", bytes(range(256)).replace(b"\n", b" "))
    yield line_case("no time", {"body": "ball", "position": [0, 0, 0]}, ["time"])
    yield line_case("time as text", {"time": "0", "body": "ball", "position": [0, 0, 0]}, ["time"])
    yield line_case("time beyond double", '{"time": 1e999, "body": "ball", "position": [0, 0, 0]}')
    yield line_case("unknown body", {"time": 0, "body": "bell", "position": [0, 0, 0]}, ["bell", "ball"])
    yield line_case("unknown key", {"time": 0, "body": "ball", "place": [0, 0, 0]}, ["place"])
    yield line_case("nothing seen", {"time": 0, "body": "ball"}, ["nothing seen"])
    yield line_case("position of two", {"time": 0, "body": "ball", "position": [0, 0]}, ["position"])
    yield line_case("quaternion of length 2",
                    {"time": 0, "body": "ball", "rotation": {"quaternion": [2, 0, 0, 0]}}, ["rotation"])
    yield line_case("another number of vertices",
                    {"time": 0, "body": "ball", "vertices": [[0, 0, 0]]}, ["1 vertices"])
    yield line_case("body and bodies", {"time": 0, "body": "ball", "bodies": {}}, ["bodies"])
    good = json.dumps({"time": 1, "body": "ball", "position": [0, 0, 3]}) + "\n"
    yield line_case("the same time again", good + good, ["ascend"])
    yield line_case("a time that goes back", good + good.replace("1,", "0,"), ["ascend"])
    yield option_case("missing file of poses", "--poses", "nowhere.jsonl", says=["nowhere.jsonl"])
    yield option_case("poses in a folder", "--poses", ".", says=["."])
    yield option_case("horizon zero", "--horizon", "0", says=["horizon"])
    yield option_case("horizon backwards", "--horizon", "-1", says=["horizon"])
    yield option_case("horizon as text", "--horizon", "soon", says=["--horizon"])
    yield option_case("no steps", "--steps", "0", says=["steps"])
    yield option_case("too many steps", "--steps", "1000", says=["steps"])
    yield option_case("too many levels", "--depth", "30", says=["depth"])
    yield option_case("negative margin", "--margin", "-2", says=["margin"])
    yield option_case("margin that is not finite", "--margin", "inf", says=["margin"])
    yield option_case("negative acceleration", "--acceleration", "-2", says=["acceleration"])
    yield option_case("no budget", "--budget", "0", says=["cycle"])
    yield option_case("negative tests", "--tests", "-5", says=["--tests"])
    yield option_case("rate zero", "--rate", "0", says=["--rate"])
    yield option_case("rate that is no number", "--rate", "nan", says=["--rate"])
