# SPDX-License-Identifier: MIT
"""Bad sets of CCD queries, linear and rigid."""
import json

from case import Case

ROW = "1,2,3,4,5,6,0\n"
FILE = "vertex-face/set.csv"


def bad_set(name, text, *words, says=("set.csv",)):
    return Case("queries: " + name, ["queries", FILE, *words], {FILE: text}, says=says)


POSE = {"position": [0, 0, 0], "rotation": [0, 0, 0]}
EDGE = {"vertex0": [0, 0, 0], "vertex1": [1, 0, 0], "pose_t0": POSE, "pose_t1": POSE}
PAIR = {"type": "ee", "edge0": EDGE, "edge1": EDGE}


def bad_pair(name, document, *words, says=("pair.json",)):
    text = document if isinstance(document, (str, bytes)) else json.dumps(document)
    return Case("queries: rigid, " + name, ["queries", "pair.json", *words], {"pair.json": text},
                says=says)


def without(document, key):
    return {k: v for k, v in document.items() if k != key}


def rigid_cases():
    yield Case("queries: missing rigid file", ["queries", "no.json"], says=["no.json"])
    yield bad_pair("empty file", "")
    yield bad_pair("not JSON", "edge0 edge1")
    yield bad_pair("cut off", json.dumps(PAIR)[:-9])
    yield bad_pair("a list", "[]")
    yield bad_pair("binary bytes", bytes(range(256)))
    yield bad_pair("no type", without(PAIR, "type"), says=["type"])
    yield bad_pair("unknown type", {**PAIR, "type": "ff"}, says=["type", "ff"])
    yield bad_pair("type of another pair", {**PAIR, "type": "fv"}, says=["edge0"])
    yield bad_pair("an edge is missing", without(PAIR, "edge1"), says=["edge1"])
    yield bad_pair("unknown key", {**PAIR, "egde1": EDGE}, says=["egde1", "edge1"])
    yield bad_pair("a vertex is missing", {**PAIR, "edge0": without(EDGE, "vertex1")},
                   says=["vertex1"])
    yield bad_pair("a pose is missing", {**PAIR, "edge0": without(EDGE, "pose_t1")},
                   says=["pose_t1"])
    yield bad_pair("two coordinates", {**PAIR, "edge0": {**EDGE, "vertex0": [0, 0]}},
                   says=["edge0.vertex0"])
    yield bad_pair("coordinate that is a text", {**PAIR, "edge0": {**EDGE, "vertex0": [0, 0, "0"]}},
                   says=["edge0.vertex0[2]"])
    yield bad_pair("coordinate too large", {**PAIR, "edge0": {**EDGE, "vertex0": [0, 0, 1e200]}},
                   says=["edge0.vertex0[2]"])
    yield bad_pair("rotation too large",
                   {**PAIR, "edge1": {**EDGE, "pose_t1": {**POSE, "rotation": [1e30, 0, 0]}}},
                   says=["edge1.pose_t1.rotation"])
    yield bad_pair("truth that is a number", {**PAIR, "contact": 1}, says=["contact"])
    yield bad_pair("tolerance zero", PAIR, "--tolerance", "0", says=["tolerance"])
    yield bad_pair("tolerance NaN", PAIR, "--tolerance", "nan", says=["tolerance"])
    yield bad_pair("chords out of range", PAIR, "--chords", "-1", says=["chords"])


def cases():
    yield from rigid_cases()
    good = ROW * 8
    yield Case("queries: missing file", ["queries", "no.csv"], says=["no.csv"])
    yield Case("queries: a folder without sets", ["queries", "."])
    yield Case("queries: path does not tell the kind", ["queries", "set.csv"], {"set.csv": good},
               says=["--kind"])
    yield Case("queries: unknown kind", ["queries", FILE, "--kind", "face-face"], {FILE: good})
    yield bad_set("empty file", "")
    yield bad_set("blank lines only", "\n\n\n")
    yield bad_set("cut off inside a query", ROW * 11)
    yield bad_set("cut off inside a row", ROW * 7 + "1,2,3")
    yield bad_set("too many fields", ROW * 7 + "1,2,3,4,5,6,0,0\n", says=[":8"])
    yield bad_set("rows of different lengths", ROW * 7 + "1,2,3,4,5,6\n", says=[":8"])
    yield bad_set("denominator zero", ROW * 7 + "1,0,3,4,5,6,0\n", says=[":8"])
    yield bad_set("word where a number belongs", ROW * 7 + "one,2,3,4,5,6,0\n", says=[":8", "one"])
    yield bad_set("decimal point", ROW * 7 + "1.5,2,3,4,5,6,0\n", says=[":8"])
    yield bad_set("NaN", ROW * 7 + "nan,2,3,4,5,6,0\n", says=[":8"])
    yield bad_set("number too large for a double", ROW * 7 + f"1{'0' * 400},1,3,4,5,6,0\n")
    yield bad_set("number of a million digits", ROW * 7 + f"{'9' * 1000000},1,3,4,5,6,0\n")
    yield bad_set("truth that is no truth", ROW * 7 + "1,2,3,4,5,6,2\n", says=[":8"])
    yield bad_set("truth that changes inside a query", ROW * 7 + "1,2,3,4,5,6,1\n", says=[":8"])
    yield bad_set("binary bytes", bytes(range(256)))
    yield bad_set("tolerance zero", good, "--tolerance", "0", says=["tolerance"])
    yield bad_set("tolerance negative", good, "--tolerance", "-1", says=["tolerance"])
    yield bad_set("tolerance NaN", good, "--tolerance", "nan", says=["tolerance"])
    yield bad_set("tolerance infinite", good, "--tolerance", "inf", says=["tolerance"])
    yield bad_set("tolerance that is no number", good, "--tolerance", "small", says=["tolerance"])
    yield bad_set("repeat out of range", good, "--repeat", "0", says=["repeat"])
    yield Case("queries: answers that are no list", ["queries", "vertex-face/queries/a.csv"],
               {"vertex-face/queries/a.csv": "1,2,3,4,5,6\n" * 8,
                "vertex-face/mma_bool/a_mma_bool.json": '{"a": 1}'}, says=["a_mma_bool.json"])
    yield Case("queries: fewer answers than queries", ["queries", "vertex-face/queries/a.csv"],
               {"vertex-face/queries/a.csv": "1,2,3,4,5,6\n" * 16,
                "vertex-face/mma_bool/a_mma_bool.json": "[true]"}, says=["a_mma_bool.json"])
