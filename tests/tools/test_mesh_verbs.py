# SPDX-License-Identifier: MIT
"""graze shape, convert and info: a shape goes through every format and stays what it is."""
import json
import math
import pathlib
import subprocess
import sys
import tempfile
import unittest

GRAZE = sys.argv.pop(1)
EXACT_FORMATS = {"obj": "obj", "off": "off", "ply": "ply", "ply-ascii": "ply", "ply-big-endian": "ply"}


def graze(*words, code=0):
    done = subprocess.run([GRAZE, *map(str, words)], capture_output=True, text=True)
    assert done.returncode == code, (words, done.returncode, done.stderr)
    return done.stdout if code == 0 else done.stderr


def info(path):
    return json.loads(graze("info", path, "--json"))["meshes"][0]


class MeshVerbs(unittest.TestCase):
    def setUp(self):
        self.scratch = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.scratch.name)
        self.addCleanup(self.scratch.cleanup)

    def test_every_shape_is_written_and_is_closed(self):
        shapes = json.loads(graze("shape", "--json"))["shapes"]
        self.assertGreaterEqual(len(shapes), 12)
        for shape in shapes:
            path = self.folder / (shape["name"] + ".ply")
            graze("shape", shape["name"], path)
            self.assertTrue(info(path)["outward"], shape["name"])

    def test_a_box_has_the_volume_and_inertia_of_a_box(self):
        path = self.folder / "box.obj"
        graze("shape", "box", path)
        facts = info(path)
        lo, hi = facts["bounds"]["lo"], facts["bounds"]["hi"]
        x, y, z = (b - a for a, b in zip(lo, hi))
        self.assertAlmostEqual(facts["volume"], x * y * z)
        self.assertAlmostEqual(facts["area"], 2 * (x * y + y * z + z * x))
        self.assertAlmostEqual(facts["inertia"][0][0], x * y * z * (y * y + z * z) / 12)
        self.assertLess(math.dist(facts["centroid"], [(a + b) / 2 for a, b in zip(lo, hi)]), 1e-12)

    def test_conversion_keeps_every_bit_but_in_binary_stl(self):
        source = self.folder / "torus.ply"
        graze("shape", "torus", "--triangles", 2000, source)
        wanted = info(source)
        for name, extension in EXACT_FORMATS.items():
            target = self.folder / ("converted." + extension)
            graze("convert", source, target, "--format", name)
            self.assertEqual(info(target)["content_hash"], wanted["content_hash"], name)
        graze("convert", source, self.folder / "torus.stl")
        rounded = info(self.folder / "torus.stl")
        self.assertTrue(rounded["closed"])
        self.assertAlmostEqual(rounded["volume"] / wanted["volume"], 1.0, places=6)

    def test_defects_come_with_ids(self):
        path = self.folder / "open.obj"
        path.write_text("v 0 0 0\nv 1 0 0\nv 0 1 0\nv 0 0 1\nf 1 3 2\nf 1 2 4\nf 2 3 4\n")
        facts = info(path)
        self.assertFalse(facts["closed"])
        self.assertEqual(facts["defects"]["boundary_edges"],
                         {"count": 3, "first": [[0, 2], [0, 3], [2, 3]]})
        self.assertNotIn("volume", facts)
        self.assertIn("boundary edges        3 (0-2, 0-3, 2-3)", graze("info", path))

    def test_a_bad_file_among_good_ones_gives_one_sentence_and_no_half_answer(self):
        good, bad = self.folder / "good.obj", self.folder / "bad.obj"
        graze("shape", "box", good)
        bad.write_text("v 0 0 0\nf 1 2 3\n")
        done = subprocess.run([GRAZE, "info", good, bad], capture_output=True, text=True)
        self.assertEqual((done.returncode, done.stdout), (2, ""))
        self.assertEqual(done.stderr, f"graze: {bad}:2:5: found vertex index 2, expected an index from 1 to 1\n")

    def test_a_refused_conversion_writes_nothing(self):
        graze("convert", self.folder / "missing.obj", self.folder / "out.stl", code=2)
        self.assertIn("nosuch", graze("shape", "nosuch", self.folder / "out.stl", code=2))
        self.assertEqual(list(self.folder.iterdir()), [])

    def test_help_has_an_example(self):
        for verb in ("info", "convert", "shape"):
            self.assertIn("Example: graze " + verb, graze(verb, "--help"))


if __name__ == "__main__":
    unittest.main()
