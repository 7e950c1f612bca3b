# SPDX-License-Identifier: MIT
"""graze queries and graze deform on files made here: counts, exit codes, JSON."""
import json
import math
import pathlib
import subprocess
import sys
import tempfile
import unittest

GRAZE = sys.argv.pop(1)


def pose(position=(0, 0, 0), rotation=(0, 0, 0)):
    return {"position": list(position), "rotation": list(rotation)}


def edge(begin, end, start=None, stop=None):
    return {"vertex0": begin, "vertex1": end, "pose_t0": start or pose(), "pose_t1": stop or pose()}


def spinning_edge(post_at):
    """An edge that turns once about its end, and a post at that distance from the axis."""
    return {"type": "ee",
            "edge0": edge([0, 0, 0], [1, 0, 0], pose(), pose(rotation=(0, 0, 2 * math.pi))),
            "edge1": edge([0, post_at, -1], [0, post_at, 1])}


def rows(points, truth):
    return "".join(",".join(f"{x},1" for x in point) + f",{truth}\n" for point in points)


FACE = [(0, 0, 0), (4, 0, 0), (0, 4, 0)]
DROP = rows([(1, 1, 2), *FACE, (1, 1, -2), *FACE], 1)
HOVER = rows([(1, 1, 2), *FACE, (1, 1, 1), *FACE], 0)
SHEET = "v 0 0 {0}\nv 4 0 {0}\nv 0 4 {0}\nf 1 2 3\n"


class Queries(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = pathlib.Path(self.folder.name)

    def tearDown(self):
        self.folder.cleanup()

    def write(self, name, text):
        path = self.root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text if isinstance(text, str) else json.dumps(text))
        return str(path)

    def graze(self, *words):
        return subprocess.run([GRAZE, *words], capture_output=True, text=True, timeout=100)

    def total(self, *words):
        done = self.graze("queries", *words, "--json")
        return json.loads(done.stdout)["total"], done.returncode

    def test_rigid_pairs_are_counted_and_compared_with_chords(self):
        self.write("hit.json", spinning_edge(0.5))
        self.write("miss.json", spinning_edge(1.5))
        total, code = self.total(str(self.root))
        self.assertEqual((total["queries"], total["contacts"], total["reported"]), (2, 1, 1))
        self.assertEqual((total["false_negatives"], total["false_positives"]), (0, 0))
        self.assertEqual((total["with_truth"], code), (2, 0))

    def test_the_word_of_the_file_counts_more_than_chords(self):
        hit = self.write("hit.json", {**spinning_edge(1.5), "contact": True})
        total, code = self.total(hit)
        self.assertEqual((total["contacts"], total["false_negatives"], code), (1, 1, 1))

    def test_without_chords_the_truth_is_not_known(self):
        total, code = self.total(self.write("hit.json", spinning_edge(0.5)), "--chords", "0")
        self.assertEqual((total["with_truth"], total["reported"], code), (0, 1, 0))

    def test_linear_and_rigid_sets_may_lie_together(self):
        self.write("rigid/hit.json", spinning_edge(0.5))
        self.write("vertex-face/set.csv", DROP + HOVER)
        total, _ = self.total(str(self.root))
        self.assertEqual((total["queries"], total["contacts"], total["reported"]), (3, 2, 2))

    def test_a_wrong_truth_of_a_linear_set_is_told(self):
        total, code = self.total(self.write("vertex-face/set.csv", DROP + HOVER.replace(",0\n", ",1\n")))
        self.assertEqual((total["false_negatives"], code), (1, 1))
        total, code = self.total(self.write("vertex-face/set.csv", DROP.replace(",1\n", ",0\n")))
        self.assertEqual((total["false_positives"], code), (1, 0))

    def test_the_table_has_a_row_for_each_set_and_a_total(self):
        self.write("vertex-face/set.csv", DROP)
        text = self.graze("queries", str(self.root)).stdout
        self.assertIn("vertex-face/set.csv", text)
        self.assertRegex(text, r"(?m)^total +1 +1 +1 +0 +0 ")

    def test_frames_that_meet_are_a_contact(self):
        falling = [self.write("a0.obj", SHEET.format(2)), self.write("a1.obj", SHEET.format(-1))]
        floor = [self.write("b0.obj", SHEET.format(0))] * 2
        done = self.graze("deform", *falling, *floor, "--json")
        report = json.loads(done.stdout)
        self.assertEqual((report["outcome"], done.returncode), ("contact", 1))
        self.assertAlmostEqual(report["time"][1], 2 / 3, places=5)
        self.assertEqual(len(report["contacts"]), 1)

    def test_frames_that_stay_apart_are_not(self):
        falling = [self.write("a0.obj", SHEET.format(2)), self.write("a1.obj", SHEET.format(1))]
        floor = [self.write("b0.obj", SHEET.format(0))] * 2
        self.assertEqual(self.graze("deform", *falling, *floor).returncode, 0)

    def test_a_mesh_that_folds_onto_itself_touches_itself(self):
        flat = "v 0 0 0\nv 1 0 0\nv 0 1 0\nv {0} 0.2 {1}\nv {0} 0.8 {1}\nv {0} 0.2 2\nf 1 2 3\nf 4 5 6\n"
        frames = [self.write("f0.obj", flat.format(0.1, 1)), self.write("f1.obj", flat.format(0.1, -1))]
        done = self.graze("deform", *frames)
        self.assertEqual(done.returncode, 1)
        self.assertIn("contact (proved, method linear", done.stdout)


if __name__ == "__main__":
    unittest.main()
