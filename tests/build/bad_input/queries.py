# SPDX-License-Identifier: MIT
"""Bad sets of linear CCD queries."""
from case import Case

ROW = "1,2,3,4,5,6,0\n"
FILE = "vertex-face/set.csv"


def bad_set(name, text, *words, says=("set.csv",)):
    return Case("queries: " + name, ["queries", FILE, *words], {FILE: text}, says=says)


def cases():
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
