# SPDX-License-Identifier: MIT
"""The same robot, world and way in every format that people have: the same answer."""
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

GRAZE = sys.argv.pop(1)
DIR = Path("examples/robots").absolute()
ARM = [str(DIR / "arm.urdf"), "--srdf", str(DIR / "arm.srdf")]
DATA = Path(os.environ.get("GRAZE_DATA", "../shared/data")).absolute()
JOINTS = ["turn", "lift", "elbow", "wrist", "grip"]
POINTS = [(0, [0, 0.9, 0.9, 0, 0.02]), (2, [1.4, 0.9, 0.9, 0, 0.02])]

SCENE_TEXT = """(noname)+
* table
1
box
1.6 1.6 0.04
0 0 -0.03
0 0 0 1
0 0 0 0
* post
0.45 0.3 0
0 0 0 1
1
box
0.04 0.04 0.6
0 0 0.3
0 0 0 1
0.5 0.5 0.5 1
0
.
"""

PLANNING_SCENE = """
name: cell
robot_model_name: arm
world:
  collision_objects:
    - id: table
      primitives: [{type: box, dimensions: [1.6, 1.6, 0.04]}]
      primitive_poses: [{position: [0, 0, -0.03], orientation: [0, 0, 0, 1]}]
    - id: post
      pose: {position: {x: 0.45, y: 0.3, z: 0}, orientation: {x: 0, y: 0, z: 0, w: 1}}
      primitives: [{type: 1, dimensions: [0.04, 0.04, 0.6]}]
      primitive_poses: [{position: {x: 0, y: 0, z: 0.3}, orientation: {w: 1}}]
"""


def graze(*words, text=None):
    return subprocess.run([GRAZE, *words], capture_output=True, text=True, timeout=300, input=text)


def message(points=POINTS, times=True):
    rows = [{"positions": q, **({"time_from_start": {"sec": t, "nanosec": 0}} if times else {})} for t, q in points]
    return {"joint_names": JOINTS, "points": rows}


class Formats(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.truth = self.times("--scene", str(DIR / "cell.json"), "--trajectory", str(DIR / "bad_way.csv"))

    def file(self, name, content):
        path = Path(self.folder.name) / name
        path.write_text(content if isinstance(content, str) else json.dumps(content))
        return str(path)

    def report(self, *words):
        result = graze("check", *ARM, *words, "--json")
        self.assertIn(result.returncode, (0, 1), result.stderr)
        return json.loads(result.stdout)

    def times(self, *words):
        return {tuple(r["pair"]): r["time"] for r in self.report(*words)["reports"] if r["outcome"] == "contact"}

    def test_worlds(self):
        for name, text in (("cell.scene", SCENE_TEXT), ("cell.yaml", PLANNING_SCENE)):
            way = ["--trajectory", str(DIR / "bad_way.csv"), "--scene", self.file(name, text)]
            self.assertEqual(self.times(*way), self.truth, name)

    def test_messages(self):
        robot = {"joint_trajectory": message(), "multi_dof_joint_trajectory": {}}
        display = {"model_id": "arm", "trajectory": [robot], "trajectory_start": {"joint_state": {"name": [], "position": []}}}
        for name, content in (("joint.json", message()), ("robot.json", robot), ("display.json", display),
                              ("robot.yaml", json.dumps(robot))):
            way = ["--scene", str(DIR / "cell.json"), "--trajectory", self.file(name, content)]
            self.assertEqual(self.times(*way), self.truth, name)

    def test_parts_of_a_display_trajectory_follow_each_other(self):
        middle = [0.7, 0.9, 0.9, 0, 0.02]
        first, second = message([POINTS[0], (1, middle)]), message([(0, middle), (1, POINTS[1][1])])
        display = {"trajectory": [{"joint_trajectory": first}, {"joint_trajectory": second}]}
        found = self.times("--scene", str(DIR / "cell.json"), "--trajectory", self.file("d.json", display))
        self.assertEqual(list(found), list(self.truth))
        self.assertAlmostEqual(found["post", "forearm"][1], self.truth["post", "forearm"][1], places=5)

    def test_tables(self):
        names = ["/joint_states/" + j + "/position" for j in JOINTS]
        rows = lambda sep, times: "".join(sep.join([times(t), *map(str, q)]) + "\n" for t, q in POINTS)
        tables = {
            "semicolons.csv": "time;" + ";".join(JOINTS) + "\n" + rows(";", str),
            "plotjuggler.csv": "__time," + ",".join(names) + "\n" + rows(",", str),
            "header.csv": "__time,/joint_states/header/seq," + ",".join(names) + "\n"
                          + "".join(",".join([str(t), "7", *map(str, q)]) + "\n" for t, q in POINTS),
            "recording.csv": "__time," + ",".join(names) + "\n" + rows(",", lambda t: str(1700000000 + t)),
        }
        for name, text in tables.items():
            way = ["--scene", str(DIR / "cell.json"), "--trajectory", self.file(name, text)]
            self.assertEqual(self.times(*way), self.truth, name)

    def test_degrees_are_asked_about_and_taken_if_said(self):
        import math
        text = "time," + ",".join(JOINTS) + "\n" + "".join(
            ",".join([str(t), *(str(math.degrees(x)) for x in q[:4]), str(q[4])]) + "\n" for t, q in POINTS)
        way = ["--scene", str(DIR / "cell.json"), "--trajectory", self.file("deg.csv", text)]
        refused = graze("check", *ARM, *way)
        self.assertEqual(refused.returncode, 2)
        self.assertIn("--angles deg", refused.stderr)
        found = self.times(*way, "--angles", "deg")
        self.assertAlmostEqual(found["post", "forearm"][1], self.truth["post", "forearm"][1], places=9)

    def test_waypoints_without_times_are_a_second_apart_and_that_is_told(self):
        way = ["--scene", str(DIR / "cell.json"), "--trajectory", self.file("w.json", message(times=False))]
        report = self.report(*way)
        self.assertIn("no times", " ".join(report["warnings"]))
        self.assertEqual(report["span"], [0, 1])

    def test_an_attached_object_goes_with_its_link_and_touches_what_it_meets(self):
        attached = PLANNING_SCENE + """
robot_state:
  attached_collision_objects:
    - link_name: hand
      touch_links: [left_finger, right_finger, forearm]
      object:
        id: rod
        primitives: [{type: cylinder, dimensions: [0.9, 0.01]}]
        primitive_poses: [{position: [0, 0, 0.1], orientation: [0, 0.7071067811865476, 0, 0.7071067811865476]}]
"""
        way = ["--trajectory", str(DIR / "bad_way.csv")]
        report = self.report(*way, "--scene", self.file("rod.yaml", attached))
        touched = {tuple(r["pair"]) for r in report["reports"] if r["outcome"] != "separated"}
        self.assertIn(("table", "rod"), touched)
        listed = {tuple(r["pair"]) for r in report["reports"]}
        for link in ("hand", "left_finger", "right_finger", "forearm"):
            self.assertNotIn((link, "rod"), listed)

    def test_a_carried_body_leaves_the_world_and_hangs_on_its_link(self):
        cup = {"name": "cup", "shape": {"type": "box", "size": [0.02, 0.02, 0.02]}, "pose": {"position": [0, 0, 2]}}
        world = json.loads((DIR / "cell.json").read_text())
        world["bodies"].append(cup)
        path = self.file("world.json", world)
        way = ["--trajectory", str(DIR / "bad_way.csv"), "--scene", path, "--carry", "cup@hand"]
        pairs = {tuple(r["pair"]) for r in self.report(*way)["reports"]}
        self.assertTrue(any("cup" in pair for pair in pairs))
        self.assertNotIn(("hand", "cup"), pairs)
        self.assertEqual(self.times(*way), self.truth)

    def test_a_grasp_may_touch_for_a_part_of_the_time(self):
        way = ["--scene", str(DIR / "cell.json"), "--trajectory", str(DIR / "bad_way.csv")]
        time = self.truth["post", "forearm"]
        around = f"{time[0] - 0.01}:2"
        self.assertEqual(self.times(*way, "--may-touch", f"post:fore*@{around}"), {})
        self.assertEqual(self.times(*way, "--may-touch", "p?st:fore*"), {})
        later = self.times(*way, "--may-touch", f"post:forearm@{time[1] + 0.01}:2")
        self.assertEqual(list(later), [("post", "forearm")])

    def test_robots_and_scenes_from_standard_input(self):
        urdf = Path(ARM[0]).read_text()
        piped = graze("check", "-", "--trajectory", str(DIR / "bad_way.csv"), "--scene", str(DIR / "cell.json"),
                      "--srdf", ARM[2], text=urdf)
        self.assertEqual(piped.returncode, 1, piped.stderr)
        scene = Path("examples/scenes/falling_gear.json").read_text()
        self.assertEqual(graze("check", "-", text=scene).returncode, 1)

    def test_aliases_that_explode_are_refused(self):
        lines = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
        for i in range(1, 10):
            lines.append(f"a{i}: &a{i} [" + ", ".join([f"*a{i - 1}"] * 10) + "]")
        result = graze("check", *ARM, "--scene", self.file("bomb.yaml", "\n".join(lines)))
        self.assertEqual(result.returncode, 2)
        self.assertIn("2 million", result.stderr)

    @unittest.skipUnless((DATA / "scenes/mbm/panda").exists(), "needs GRAZE_DATA")
    def test_planning_problems_as_published(self):
        panda = [str(DATA / "robots/panda/panda.urdf"), "--srdf", str(DATA / "robots/panda/panda.srdf")]
        folder = DATA / "scenes/mbm/panda/bookshelf_small"
        result = graze("check", *panda, "--scene", str(folder / "scene0001.yaml"), "--trajectory",
                       str(folder / "request0001.yaml"), "--json")
        self.assertIn(result.returncode, (0, 1), result.stderr)
        report = json.loads(result.stdout)
        self.assertIn("planning request", " ".join(report["warnings"]))
        self.assertTrue(any("Can1" in pair["pair"] for pair in report["reports"]))


if __name__ == "__main__":
    unittest.main()
