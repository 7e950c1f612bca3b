# SPDX-License-Identifier: MIT
"""Where there is nothing to check, every verb ends with 4 and the reason; --allow-empty makes it 0."""
import json
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

GRAZE = str(Path(sys.argv.pop(1)).resolve())
BOX = {"type": "box", "size": [1, 1, 1]}
ALONE = {"bodies": [{"name": "a", "shape": BOX}]}
ALLOWED = {"bodies": [{"name": "a", "shape": BOX}, {"name": "b", "shape": BOX}], "may_touch": [["a", "b"]]}
WALLS = {"bodies": [{"name": "a", "shape": {"type": "half_space"}},
                    {"name": "b", "shape": {"type": "half_space", "normal": [1, 0, 0]}}]}
APART = {"bodies": [{"name": "a", "shape": BOX}, {"name": "b", "shape": BOX, "pose": {"position": [3, 0, 0]}}]}
ROBOT = '<robot name="r"><link name="l"><collision><geometry><box size="1 1 1"/></geometry></collision></link></robot>'
VERBS = [["check"], ["intervals"], ["clearance"], ["clearance", "--all-pairs"], ["clearance", "--curve", "3"],
         ["step", "--dt", "0.5"], ["volume"], ["monitor"], ["boxes"], ["batch", "--each-pair"],
         ["batch", "--stretches", "2"]]


class Nothing(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        for name, scene in (("alone", ALONE), ("allowed", ALLOWED), ("walls", WALLS), ("apart", APART)):
            (self.folder / f"{name}.json").write_text(json.dumps(scene))
        (self.folder / "none.jsonl").write_text("")
        (self.folder / "robot.urdf").write_text(ROBOT)

    def graze(self, *words):
        return subprocess.run([GRAZE, *words], cwd=self.folder, capture_output=True, text=True, timeout=300)

    def says(self, words, reason):
        result = self.graze(*words)
        self.assertEqual(result.returncode, 4, f"{words}\n{result.stdout}{result.stderr}")
        self.assertIn(f"nothing was checked: {reason}", result.stderr, words)
        self.assertEqual(self.graze(*words, "--allow-empty").returncode, 0, words)

    def test_every_verb_says_why(self):
        for verb, *options in VERBS:
            self.says([verb, "alone.json", *options], "only one body has a shape")
            self.says([verb, "allowed.json", *options], "the one pair of bodies is allowed to touch")
            self.says([verb, "walls.json", *options], "half-spaces are not checked against each other")

    def test_what_is_asked_may_be_nothing_where_the_scene_is_not(self):
        self.says(["batch", "apart.json", "none.jsonl"], "there are no questions")
        self.assertEqual(self.graze("clearance", "apart.json", "--all-pairs").returncode, 0)
        self.assertEqual(self.graze("batch", "apart.json", "--each-pair").returncode, 0)

    def test_robots(self):
        self.says(["sweep", "robot.urdf"], "no joint moves")
        self.says(["acm", "robot.urdf"], "only one link has a shape")

    def test_a_part_without_a_path_does_not_come_out(self):
        result = self.graze("free", "apart.json", "a")
        self.assertEqual((result.returncode, result.stdout), (4, ""))
        self.assertIn("nothing was checked: 'a' and what is in its way stand still", result.stderr)
        self.assertEqual(self.graze("free", "apart.json", "a", "--at", "0").returncode, 0)
        moving = {"bodies": [APART["bodies"][0], {"name": "b", "shape": BOX, "motion": {
            "type": "slerp", "from": {"position": [3, 0, 0]}, "to": {"position": [4, 0, 0]}}}]}
        (self.folder / "moving.json").write_text(json.dumps(moving))
        self.assertEqual(self.graze("free", "moving.json", "a").returncode, 0)  # what is in its way moves

    def test_a_volume_with_itself_is_something(self):
        self.assertEqual(self.graze("volume", "alone.json", "--self").returncode, 0)

    def test_a_certificate_about_nothing_proves_nothing(self):
        made = self.graze("check", "alone.json", "--certificate", "proof.graze")
        self.assertEqual(made.returncode, 4)
        if not (self.folder / "proof.graze").exists():
            return  # none is written: nothing to mistake
        result = self.graze("verify", "proof.graze", "alone.json")
        self.assertEqual(result.returncode, 4, result.stdout + result.stderr)
        self.assertIn("about no pair", result.stderr)


if __name__ == "__main__":
    unittest.main()
