# SPDX-License-Identifier: MIT
"""graze octree: the experiments of the octree paper, from scene files."""
import json
import os
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as xml

GRAZE = os.path.abspath(sys.argv.pop(1))
SPHERES = "examples/scenes/paper_octree_spheres.json"
SHUTTLES = "examples/scenes/paper_octree_shuttles.json"
CUBE = ["--cube", "0", "0", "0", "16"]


def graze(*words):
    return subprocess.run([GRAZE, *map(str, words)], capture_output=True, text=True, timeout=300)


def cycles(*words):
    return json.loads(graze("octree", *words, *CUBE, "--json").stdout)["cycles"]


def first(rows, holds):
    return next((k for k, row in enumerate(rows) if holds(row)), len(rows))


class Octree(unittest.TestCase):
    def test_phases_come_in_order_and_end_with_the_proved_contact(self):
        report = json.loads(graze("check", SPHERES, "--first", "--json").stdout)["reports"][0]
        for printed in ([], ["--as-printed"]):
            rows = cycles(SPHERES, *printed)
            nodes = first(rows, lambda row: row["interfering_cells"] > 0)
            faces = first(rows, lambda row: row["faces_found"] > 0)
            self.assertLessEqual(nodes, faces)
            self.assertLess(faces, len(rows) - 1)
            self.assertEqual([alarm["pair"] for alarm in rows[-1]["alarms"]], [report["pair"]])
            self.assertAlmostEqual(len(rows) - 1, report["time"][1], delta=2)

    def test_shuttles_meet_about_cycle_123(self):
        rows = cycles(SHUTTLES, "--levels", 5)
        self.assertEqual([alarm["pair"] for alarm in rows[-1]["alarms"]], [["A", "B"]])
        self.assertAlmostEqual(len(rows) - 1, 123, delta=3)

    def test_pictures_and_curves(self):
        with tempfile.TemporaryDirectory() as folder:
            at = lambda name: os.path.join(folder, name)
            done = graze("octree", SPHERES, *CUBE, "--at", 0, "--picture", at("start.svg"))
            self.assertEqual((done.returncode, done.stdout), (0, ""), done.stderr)
            done = graze("octree", SPHERES, *CUBE, "--cycles", 100, "--all-faces", "--curves", at("cost.svg"),
                         "--counts", at("counts.svg"), "--picture", at("end.svg"))
            self.assertEqual(done.returncode, 1, done.stderr)
            self.assertIn("A / B may touch in cycle", done.stdout)
            drawn = {}
            for name in ("start", "end", "cost", "counts"):
                with open(at(name + ".svg")) as file:
                    drawn[name] = file.read()
                xml.fromstring(drawn[name])
            self.assertEqual(drawn["cost"].count("<polyline"), 2)
            self.assertEqual(drawn["counts"].count("<polyline"), 3)

    def test_nothing_found_says_what_that_is_worth(self):
        with tempfile.TemporaryDirectory() as folder:
            scene = os.path.join(folder, "scene.json")
            with open(scene, "w") as file:
                json.dump({"bodies": [{"name": n, "shape": {"type": "gear"}, "motion": {"type": "still", "pose": {"position": [x, 0, 0]}}}
                                      for n, x in (("a", 0), ("b", 50))]}, file)
            for words, says in ((["--as-printed"], "sampled"), ([], "conservative")):
                done = graze("octree", scene, "--cycles", 1, *words)
                self.assertEqual(done.returncode, 0, done.stderr)
                self.assertIn(f"none in 1 of 1 cycle ({says})", done.stdout)

    def test_refusals(self):
        for words, says in ((["--at", 500, "--picture", os.devnull], "below 200"), (["--cube", 0, 0, 0, 4], "workspace"),
                            (["--cube", 0, 0, 0, -1], "SIDE > 0")):
            done = graze("octree", SPHERES, *words)
            self.assertEqual(done.returncode, 2)
            self.assertIn(says, done.stderr)
        with tempfile.TemporaryDirectory() as folder:
            scene = os.path.join(folder, "scene.json")
            with open(scene, "w") as file:
                json.dump({"bodies": [{"name": n, "shape": {"type": "sphere", "radius": 1}} for n in "ab"]}, file)
            done = graze("octree", scene)
        self.assertEqual(done.returncode, 2, done.stdout)
        self.assertIn("graze monitor", done.stderr)

    def test_links_on_one_joint_may_touch(self):
        rows = json.loads(graze("octree", "examples/scenes/arm_and_table.json", "--cycles", 2, "--json").stdout)["cycles"]
        for row in rows:
            self.assertNotIn(["link 3", "link 4"], [alarm["pair"] for alarm in row["alarms"]])


if __name__ == "__main__":
    unittest.main()
