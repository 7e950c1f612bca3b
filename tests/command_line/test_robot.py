# SPDX-License-Identifier: MIT
"""graze check, sweep and acm on the example robot: exit codes, tables, JSON."""
import json
import os
import subprocess
import sys
import tempfile
import unittest

GRAZE = sys.argv.pop(1)
DIR = "examples/robots/"
ARM = [DIR + "arm.urdf", "--srdf", DIR + "arm.srdf"]
CELL = ["--scene", DIR + "cell.json"]


def graze(*words):
    return subprocess.run([GRAZE, *words], capture_output=True, text=True, timeout=300)


def document(*words):
    result = graze(*words, "--json")
    return result.returncode, json.loads(result.stdout)


class Robot(unittest.TestCase):
    def test_a_contact_between_free_waypoints_is_found_with_its_joints(self):
        code, report = document("check", *ARM, *CELL, "--trajectory", DIR + "bad_way.csv")
        self.assertEqual(code, 1)
        met = [r for r in report["reports"] if r["outcome"] == "contact"]
        self.assertEqual([r["pair"] for r in met], [["post", "forearm"]])
        self.assertEqual(met[0]["guarantee"], "proved")
        self.assertEqual(met[0]["segment"], [0, 1])
        self.assertAlmostEqual(met[0]["joints"]["turn"], 1.4 * met[0]["time"][1] / 2, places=12)
        self.assertLessEqual(met[0]["joints_last_safe"]["turn"], met[0]["joints"]["turn"])
        point, other = met[0]["contacts"][0]["point_a"], met[0]["contacts"][0]["point_b"]
        self.assertLess(sum((a - b) ** 2 for a, b in zip(point, other)) ** 0.5, 1e-5)

    def test_the_ends_alone_are_free(self):
        for instant in ("0:0", "2:2"):
            code = graze("check", *ARM, *CELL, "--trajectory", DIR + "bad_way.csv", "--span", instant).returncode
            self.assertEqual(code, 0)

    def test_cubics_around_the_post_are_free_and_speeds_are_told(self):
        code, report = document("check", *ARM, *CELL, "--trajectory", DIR + "good_way.csv")
        self.assertEqual(code, 0)
        self.assertEqual(report["limit_breaches"][0]["joint"], "turn")

    def test_padding_and_margin_make_contacts(self):
        way = [*ARM, *CELL, "--trajectory", DIR + "good_way.csv"]
        self.assertEqual(graze("check", *way, "--margin", "0.3").returncode, 1)
        self.assertEqual(graze("check", *way, "--padding", "0.3").returncode, 1)

    def test_clearance_prints_a_curve_and_the_worst_pose(self):
        text = graze("check", *ARM, *CELL, "--trajectory", DIR + "good_way.csv", "--clearance", "--samples", "5",
                     "--tolerance", "1e-3").stdout
        self.assertIn("clearance over time", text)
        self.assertRegex(text, "pose at [0-9.]+ s: turn=")

    def test_a_written_scene_gives_the_same_answer(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "scene.json")
            way = [*ARM, *CELL, "--trajectory", DIR + "bad_way.csv"]
            _, first = document("check", *way, "--write-scene", path, "--tolerance", "1e-6")
            _, second = document("check", path, "--tolerance", "1e-6")
            times = [[r["time"] for r in d["reports"] if r["outcome"] == "contact"] for d in (first, second)]
            self.assertEqual(times[0], times[1], "bit for bit")

    def test_cubics_and_quintics_are_written_and_their_proofs_hold_for_what_was_written(self):
        with tempfile.TemporaryDirectory() as folder:
            scene, proof, quintic = (os.path.join(folder, name) for name in ("scene.json", "proof", "way.json"))
            points = [{"time_from_start": t, "positions": [q, 0.1], "velocities": [v, 0.0], "accelerations": [a, 0.2]}
                      for t, q, v, a in ((0, 0.0, 0.0, 0.1), (1, 0.2, 0.3, 0.0), (2, 0.4, 0.0, -0.1))]
            with open(quintic, "w", encoding="utf-8") as file:
                json.dump({"joint_names": ["turn", "lift"], "points": points}, file)
            for way in (DIR + "good_way.csv", quintic):
                words = [*ARM, *CELL, "--trajectory", way]
                code, first = document("check", *words, "--write-scene", scene, "--certificate", proof)
                self.assertIn(code, (0, 1))
                again, second = document("check", scene)
                self.assertEqual(code, again)
                answers = [[(r["pair"], r["outcome"], r["time"]) for r in d["reports"]] for d in (first, second)]
                self.assertEqual(answers[0], answers[1], "bit for bit")
                result = graze("verify", proof, scene, "--partial")
                self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
                self.assertIn("proved: no contact", result.stdout)

    def test_two_robots_in_one_scene_file(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "two.json")
            arm, srdf = (os.path.abspath(DIR + name) for name in ("arm.urdf", "arm.srdf"))
            robots = [{"urdf": arm, "srdf": srdf, "name": name, "state": "reach", "pose": {"position": [x, 0, 0]}}
                      for name, x in (("left", 0), ("right", 0.5))]
            with open(path, "w", encoding="utf-8") as file:
                json.dump({"bodies": [], "robots": robots, "span": [0, 0]}, file)
            _, report = document("check", path)
            names = {name for r in report["reports"] for name in r["pair"]}
            self.assertIn("left.forearm", names)
            self.assertIn("right.forearm", names)

    def test_sweep_tells_the_free_range(self):
        code, swept = document("sweep", *ARM, *CELL, "--state", "reach", "--joint", "turn=0:1.4")
        self.assertEqual(code, 1)
        contact = swept["contacts"][0]
        self.assertEqual(contact["pair"], ["post", "forearm"])
        self.assertAlmostEqual(contact["last_safe"], 0.47326, places=4)

    def test_acm_writes_an_srdf_that_is_read_again(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "out.srdf")
            code, audit = document("acm", DIR + "arm.urdf", "--samples", "50", "--write-srdf", path)
            self.assertEqual(code, 0)
            verdicts = {tuple(p["links"]): p["verdict"] for p in audit["pairs"]}
            self.assertEqual(verdicts["base", "shoulder"], "adjacent")
            self.assertEqual(graze("check", DIR + "arm.urdf", "--srdf", path).returncode, 0)


if __name__ == "__main__":
    unittest.main()
