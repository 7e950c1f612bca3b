# SPDX-License-Identifier: MIT
"""Bad scenes: JSON, names, shapes, motions, joints, rules, and bad questions about good scenes."""
import copy
import json

from case import Case

GOOD = {
    "span": [0, 1],
    "bodies": [
        {"name": "floor", "shape": {"type": "box", "size": [4, 4, 1]}},
        {"name": "ball", "shape": {"type": "icosphere"},
         "motion": {"type": "screw", "from": {"position": [0, 0, 3]}, "to": {"position": [0, 0, 0]}}},
    ],
}
SCENE = {"scene.json": json.dumps(GOOD)}
# A key whose value cannot be written by json.dumps: NaN, 1e999, a number of a thousand digits.
RAW = "@raw@"


def changed(path, value):
    """The good scene with the value at a path like bodies/1/motion replaced; None removes it."""
    scene = copy.deepcopy(GOOD)
    place = scene
    *folders, last = [int(part) if part.isdigit() else part for part in path.split("/")]
    for part in folders:
        place = place[part]
    if path == "shapes":  # and a body that uses one
        scene["bodies"][1]["shape"] = next(iter(value))
    if value is None:
        del place[last]
    elif isinstance(place, list) and last == len(place):
        place.append(value)
    else:
        place[last] = value
    return json.dumps(scene)


def text_case(name, text, says=("scene.json",)):
    return Case("scene: " + name, ["check", "scene.json"], {"scene.json": text}, says=says)


def value_case(name, path, value, says=("scene.json",)):
    return text_case(name, changed(path, value), says)


def raw_case(name, path, raw):
    return text_case(name, changed(path, RAW).replace(f'"{RAW}"', raw))


def broken_json():
    good = json.dumps(GOOD)
    yield text_case("empty file", "")
    yield text_case("only white space", " \n\t\n")
    yield text_case("cut off", good[:len(good) // 2])
    yield text_case("more after the end", good + "]")
    yield text_case("no JSON at all", "v 0 0 0\n")
    yield text_case("a list at the top", "[]")
    yield text_case("a number at the top", "42")
    yield text_case("null at the top", "null")
    yield text_case("trailing comma", good.replace("]}", "],}", 1))
    yield text_case("single quotes", good.replace('"', "'"))
    yield text_case("binary bytes", bytes(range(256)))
    yield text_case("text that is no UTF-8", good.replace("ball", "b@ll").encode().replace(b"@", b"\xff"))
    yield text_case("a key twice", good.replace('"span": [0, 1]', '"span": [0, 1], "span": [0, 2]'))
    yield text_case("nested a hundred thousand deep", "[" * 100000)
    yield text_case("motions nested ten thousand deep", changed("bodies/1/motion", RAW).replace(
        f'"{RAW}"', '{"type": "reversed", "motion": ' * 10000 + '{"type": "still"}' + "}" * 10000))


def heads():
    yield value_case("unknown key", "gravity", 9.81, ["gravity"])
    yield value_case("unknown unit", "units", "parsec", ["units", "parsec"])
    yield value_case("span that is a number", "span", 1, ["span"])
    yield value_case("span of three", "span", [0, 1, 2], ["span"])
    yield value_case("span backwards", "span", [1, 0], ["span"])
    yield raw_case("span NaN", "span", "[0, NaN]")
    yield raw_case("span beyond double", "span", "[0, 1e999]")
    yield value_case("span of strings", "span", ["0", "1"], ["span"])
    yield value_case("tolerance zero", "tolerance", 0, ["tolerance"])
    yield value_case("tolerance negative", "tolerance", -1, ["tolerance"])
    yield value_case("no bodies key", "bodies", None, ["bodies"])
    yield value_case("bodies that are an object", "bodies", {}, ["bodies"])
    yield value_case("body that is a string", "bodies/0", "floor", ["bodies"])
    yield value_case("may_touch with three names", "may_touch", [["floor", "ball", "ball"]], ["may_touch"])
    yield value_case("may_touch with an unknown name", "may_touch", [["floor", "bell"]], ["bell", "ball"])
    yield value_case("may_touch that is a string", "may_touch", "floor", ["may_touch"])


def bodies():
    at = "bodies/1/"
    yield value_case("body without a name", at + "name", None, ["name"])
    yield value_case("empty name", at + "name", "", ["name"])
    yield value_case("name that is a number", at + "name", 7, ["name"])
    yield value_case("two bodies of one name", at + "name", "floor", ["floor"])
    yield value_case("unknown key of a body", at + "colour", "red", ["colour"])
    yield value_case("unknown parent", at + "parent", "bal", ["parent"])
    yield value_case("body that is its own parent", at + "parent", "ball", ["parent"])
    yield value_case("parents in a circle", "bodies", [
        {"name": "a", "parent": "b", "shape": {"type": "box", "size": [1, 1, 1]}},
        {"name": "b", "parent": "a", "shape": {"type": "box", "size": [1, 1, 1]}}], ["parent"])
    yield value_case("mass zero", at + "mass", 0, ["mass"])
    yield value_case("mass negative", at + "mass", -1, ["mass"])
    yield value_case("mass as text", at + "mass", "1 kg", ["mass"])
    yield value_case("padding negative", at + "padding", -0.1, ["padding"])
    yield value_case("groups that are a string", at + "groups", "robots", ["groups"])
    yield value_case("group named like a body", at + "groups", ["floor"], ["floor"])


def shapes():
    at = "bodies/1/shape"
    corners = [[0, 0, 0], [1, 0, 0], [0, 1, 0]]
    yield value_case("shape that is a number", at, 5, ["shape"])
    yield value_case("shape without a type", at, {"size": [1, 1, 1]}, ["type"])
    yield value_case("unknown type of shape", at, {"type": "teapot"}, ["teapot"])
    yield value_case("name of no shape", at, "cube", ["shape"])
    yield value_case("shape that contains itself", "shapes", {
        "a": {"type": "compound", "parts": [{"shape": "a"}]}}, ["shape"])
    yield value_case("unknown parameter of a shape", at, {"type": "torus", "sharpness": 2}, ["sharpness"])
    yield value_case("parameter out of range", at, {"type": "icosphere", "radius": -1}, ["radius"])
    yield value_case("billions of triangles wanted", at, {"type": "icosphere", "triangles": 1e12},
                     ["triangles"])
    yield value_case("box without a size", at, {"type": "box"}, ["size"])
    yield value_case("box of two sizes", at, {"type": "box", "size": [1, 1]}, ["size"])
    yield value_case("box of size zero", at, {"type": "box", "size": [1, 1, 0]}, ["size"])
    yield value_case("box of negative size", at, {"type": "box", "size": [1, -1, 1]}, ["size"])
    yield raw_case("box of infinite size", at, '{"type": "box", "size": [1, 1, 1e999]}')
    yield value_case("mesh index out of range", at, {
        "type": "mesh", "vertices": corners, "triangles": [[0, 1, 3]]}, ["triangles"])
    yield value_case("mesh index negative", at, {
        "type": "mesh", "vertices": corners, "triangles": [[0, 1, -1]]}, ["triangles"])
    yield value_case("mesh index with a fraction", at, {
        "type": "mesh", "vertices": corners, "triangles": [[0, 1, 1.5]]}, ["triangles"])
    yield value_case("compound without parts", at, {"type": "compound", "parts": []}, ["parts"])
    yield value_case("mesh file missing", at, {"type": "file", "path": "gone.obj"}, ["gone.obj"])
    yield value_case("mesh file that is a folder", at, {"type": "file", "path": "."}, ["directory"])
    yield value_case("mesh file name that is a number", at, {"type": "file", "path": 3}, ["path"])
    yield value_case("scale zero", at, {"type": "torus", "scale": 0}, ["scale"])
    yield value_case("scale that is a word", at, {"type": "torus", "scale": "big"}, ["scale"])
    yield Case("scene: mesh file is bad", ["check", "scene.json"],
               {"scene.json": changed(at, {"type": "file", "path": "bad.obj"}),
                "bad.obj": "v 0 0 0\nf 1 1 9\n"}, says=["bad.obj"])
    yield Case("scene: mesh file without triangles", ["check", "scene.json"],
               {"scene.json": changed(at, {"type": "file", "path": "bad.obj"}),
                "bad.obj": "v 0 0 0\nv 1 0 0\nv 0 1 0\n"}, says=["without triangles"])


def motions():
    at = "bodies/1/motion"
    turned = {"position": [0, 0, 3], "rotation": {"axis": [0, 0, 1], "angle": 1}}
    yield value_case("motion that is a string", at, "falling", ["motion"])
    yield value_case("motion without a type", at, {"to": turned}, ["type"])
    yield value_case("unknown type of motion", at, {"type": "teleport", "to": turned}, ["teleport"])
    yield value_case("screw without an end", at, {"type": "screw", "from": turned}, ["motion"])
    yield value_case("screw about a zero axis", at, {"type": "screw", "axis": [0, 0, 0], "angle": 1}, ["axis"])
    yield value_case("unknown key of a motion", at, {"type": "slerp", "to": turned, "speed": 2}, ["speed"])
    yield value_case("time backwards", at, {"type": "screw", "to": turned, "time": [2, 1]}, ["time"])
    yield value_case("position of two numbers", at, {"type": "screw", "to": {"position": [0, 0]}}, ["position"])
    yield value_case("position with a word", at, {"type": "screw", "to": {"position": [0, 0, "up"]}},
                     ["position"])
    yield raw_case("position NaN", at, '{"type": "screw", "to": {"position": [0, 0, NaN]}}')
    yield raw_case("position of a thousand digits", at,
                   '{"type": "screw", "to": {"position": [0, 0, ' + "9" * 1000 + "]}}")
    yield value_case("rotation of two kinds", at, {"type": "screw", "to": {"rotation": {
        "rpy": [0, 0, 1], "rotation_vector": [0, 0, 1]}}}, ["rotation"])
    yield value_case("quaternion of length zero", at, {"type": "screw", "to": {"rotation": {
        "quaternion_wxyz": [0, 0, 0, 0]}}}, ["quaternion"])
    yield value_case("quaternion of three numbers", at, {"type": "screw", "to": {"rotation": {
        "quaternion_wxyz": [1, 0, 0]}}}, ["quaternion"])
    yield value_case("matrix that is no rotation", at, {"type": "screw", "to": {"rotation": {
        "matrix": [[1, 0, 0], [0, 1, 0], [0, 0.5, 0.5]]}}}, ["matrix"])
    yield value_case("matrix that mirrors", at, {"type": "screw", "to": {"rotation": {
        "matrix": [[1, 0, 0], [0, 1, 0], [0, 0, -1]]}}}, ["matrix"])
    yield value_case("path without poses", at, {"type": "path", "poses": []}, ["poses"])
    yield value_case("path of one pose", at, {"type": "path", "poses": [{"time": 0}]}, ["poses"])
    yield value_case("path back in time", at, {"type": "path", "poses": [{"time": 1}, {"time": 0}]}, ["time"])
    yield value_case("path twice at one time", at, {"type": "path", "poses": [{"time": 1}, {"time": 1}]},
                     ["time"])
    yield value_case("unknown interpolation", at, {"type": "path", "interpolation": "cubic", "poses": [
        {"time": 0}, {"time": 1}]}, ["cubic"])
    yield value_case("motion that ends before the span does", at, {
        "type": "screw", "to": turned, "time": [0, 0.5], "outside": "error"}, ["ball"])
    yield value_case("motion and pose", "bodies/1/pose", {"position": [0, 0, 0]}, ["pose"])
    yield value_case("unknown joint", "bodies/1/joint", {"type": "hinge"}, ["hinge"])
    yield value_case("joint and motion", "bodies/1/joint", {"type": "revolute", "value": 1}, ["motion"])
    yield value_case("joint values back in time", "bodies/1", {
        "name": "arm", "joint": {"type": "prismatic", "values": [[1, 0], [0, 1]]}}, ["values"])


def questions(verb, *before):
    """Bad options of a question about a good scene."""
    def case(name, *words, says=()):
        return Case(f"{verb}: {name}", [verb, "scene.json", *before, *words], SCENE, says=says)

    yield case("tolerance zero", "--tolerance", "0", says=["tolerance"])
    yield case("tolerance negative", "--tolerance", "-1e-3", says=["tolerance"])
    yield case("tolerance NaN", "--tolerance", "nan", says=["tolerance"])
    yield case("tolerance that is no number", "--tolerance", "fine", says=["tolerance"])
    yield case("span without a colon", "--span", "1", says=["span"])
    yield case("span backwards", "--span", "1:0", says=["span"])
    yield case("span NaN", "--span", "0:nan", says=["span"])
    yield case("span of words", "--span", "now:then", says=["span"])
    yield case("pairs without a colon", "--pairs", "floor", says=["pairs"])
    yield case("pairs with an unknown name", "--pairs", "floor:bell", says=["bell"])
    yield case("pairs of a body with itself", "--pairs", "ball:ball", says=["ball"])
    yield case("empty pairs", "--pairs", "", says=["--pairs"])
    yield case("empty span", "--span", "", says=["--span"])
    yield case("budget negative", "--budget", "-1", says=["budget"])
    yield case("budget that is no number", "--budget", "plenty", says=["budget"])
    takes_methods = verb == "check"
    yield case("unknown method", "--method", "magic", says=["magic" if takes_methods else "'--method'"])
    yield case("option without its value", "--tolerance", says=["tolerance"])


def places():
    yield Case("scene: missing file", ["check", "no.json"], says=["no.json"])
    yield Case("scene: a folder", ["check", "."], says=["directory"])
    yield Case("scene: two scenes", ["check", "scene.json", "other.json"], SCENE, says=["other.json"])
    yield Case("scene: answer onto a full device", ["check", "scene.json"], SCENE, stdout="/dev/full",
               says=["output"])


def batches():
    def batch(name, lines, *words, says=(), files=None):
        return Case("batch: " + name, ["batch", "scene.json", "motions.jsonl", *words],
                    {**SCENE, "motions.jsonl": lines, **(files or {})}, says=says,
                    stdout="/dev/null")  # answers stream out, a line each

    still = '{"motions": {"ball": {"type": "still"}}}\n'
    yield Case("batch: missing motions", ["batch", "scene.json", "no.jsonl"], SCENE, says=["no.jsonl"])
    yield Case("batch: motions that are a folder", ["batch", "scene.json", "."], SCENE, says=["directory"])
    yield batch("line that is no JSON", "ball up\n", says=["motions.jsonl:1"])
    yield batch("line that is a list", "[]\n", says=["motions.jsonl:1"])
    yield batch("unknown body", '{"motions": {"bell": {"type": "still"}}}\n', says=["bell"])
    yield batch("unknown key", '{"speed": 2}\n', says=["speed"])
    yield batch("span backwards", '{"span": [1, 0]}\n', says=["span"])
    yield batch("body without a joint", '{"joints": {"ball": [0, 1]}}\n', says=["ball"])
    yield batch("output in a missing folder", still, "--out", "no/such/out.jsonl", says=["no/such"])
    yield batch("output is a folder", still, "--out", ".", says=["."])
    yield batch("resume without an output", still, "--resume", says=["out"])
    yield batch("shard without an output", still, "--shard", "1/2", says=["--out"])
    for shard in ("0/2", "3/2", "1", "a/b", "1/2/3", "-1/2"):
        yield batch(f"shard {shard}", still, f"--shard={shard}", "--out", "o", says=["--shard"])
    yield batch("unknown form", still, "--form", "long", says=["--form"])
    yield batch("chunks of nothing", still, "--chunk", "0", says=["--chunk"])
    yield batch("motions and pairs", still, "--each-pair", says=["--each-pair"])
    yield Case("batch: no questions", ["batch", "scene.json"], SCENE, says=["MOTIONS"])
    yield Case("batch: no stretches", ["batch", "scene.json", "--stretches", "0"], SCENE, says=["stretches"])
    yield Case("merge: missing part", ["merge", "no.jsonl", "--out", "o"], says=["no.jsonl"])
    yield Case("merge: no part at all", ["merge", "scene.json", "--out", "o"], SCENE, says=["scene.json"])


def cases():
    for part in (places, broken_json, heads, bodies, shapes, motions):
        yield from part()
    yield from questions("check")
    yield from questions("clearance")
    yield from questions("intervals")
    for option in ("--shortest-gap", "--resolution"):
        for value in ("0", "-1", "nan", "soon"):
            yield Case(f"intervals: {option} {value}", ["intervals", "scene.json", option, value],
                       SCENE)
    for name, words in (("zero", ["--dt", "0"]), ("negative", ["--dt", "-0.1"]), ("NaN", ["--dt", "nan"]),
                        ("a word", ["--dt", "soon"]), ("far too small", ["--dt", "1e-12"]), ("missing", [])):
        yield Case(f"step: length {name}", ["step", "scene.json", *words], SCENE, says=["dt"])
    yield Case("step: span backwards", ["step", "scene.json", "--dt", "0.1", "--span", "1:0"], SCENE,
               says=["span"])
    yield Case("step: unknown pair", ["step", "scene.json", "--dt", "0.1", "--pairs", "floor:bell"], SCENE,
               says=["bell"])
    yield Case("step: tolerance zero", ["step", "scene.json", "--dt", "0.1", "--tolerance", "0"], SCENE,
               says=["tolerance"])
    yield Case("clearance: time that is a word", ["clearance", "scene.json", "--at", "noon"], SCENE,
               says=["--at"])
    yield Case("clearance: time NaN", ["clearance", "scene.json", "--at", "nan"], SCENE,
               says=["nan"])
    yield from batches()
