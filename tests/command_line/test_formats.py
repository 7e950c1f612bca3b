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

    def test_rows_of_other_topics_are_left_out_and_that_is_told(self):
        names = ",".join("/joint_states/" + j + "/position" for j in JOINTS)
        rows = [f"{t},{','.join(map(str, q))},\n" for t, q in POINTS]
        blank = "0.5" + "," * len(JOINTS) + ",7\n"
        way = ["--scene", str(DIR / "cell.json"), "--trajectory"]
        report = self.report(*way, self.file("topics.csv", f"__time,{names},/battery/voltage\n" + blank.join(rows)))
        found = {tuple(r["pair"]): r["time"] for r in report["reports"] if r["outcome"] == "contact"}
        self.assertEqual(list(found), list(self.truth))
        self.assertIn("left out: 1", " ".join(report["warnings"]))

    def refusal(self, *words):
        result = graze("check", *ARM, "--scene", str(DIR / "cell.json"), *words)
        self.assertEqual(result.returncode, 2, result.stdout)
        return result.stderr

    def test_a_row_that_lacks_one_joint_is_refused(self):
        text = "time," + ",".join(JOINTS) + "\n0,0,0.9,0.9,0,0.02\n2,1.4,,0.9,0,0.02\n"
        self.assertIn(":3: found an empty cell", self.refusal("--trajectory", self.file("hole.csv", text)))

    def test_a_display_trajectory_without_times_or_with_a_jump(self):
        untimed = {"trajectory": [{"joint_trajectory": message(times=False)}]}
        way = ["--scene", str(DIR / "cell.json"), "--trajectory"]
        report = self.report(*way, self.file("untimed.json", untimed))
        self.assertIn("no times", " ".join(report["warnings"]))
        self.assertEqual(report["span"], [0, 1])
        elsewhere = message([(0, [1.0, 0.9, 0.9, 0, 0.02]), (1, [1.4, 0.9, 0.9, 0, 0.02])])
        jump = {"trajectory": [{"joint_trajectory": part} for part in (message([POINTS[0], (1, [0.7, 0.9, 0.9, 0, 0.02])]), elsewhere)]}
        self.assertIn("does not begin where the one before ended", self.refusal("--trajectory", self.file("jump.json", jump)))

    def test_what_a_robot_state_says_besides_its_joints_is_not_left_out_in_silence(self):
        base = {"joint_names": ["world_joint"], "points": [{"transforms": [{"translation": {"x": 1}}]}]}
        driven = {"joint_trajectory": message(), "multi_dof_joint_trajectory": base}
        for name, content in (("base.json", driven), ("bases.json", {"trajectory": [driven]})):
            self.assertIn("a base that moves", self.refusal("--trajectory", self.file(name, content)))
        state = {"multi_dof_joint_state": {"joint_names": ["world_joint"], "transforms": [{"translation": {"x": 1}}]},
                 "attached_collision_objects": [{"link_name": "hand", "object": {"id": "cup"}}]}
        display = {"trajectory": [{"joint_trajectory": message()}], "trajectory_start": state}
        way = ["--scene", str(DIR / "cell.json"), "--trajectory", self.file("state.json", display)]
        said = " ".join(self.report(*way)["warnings"])
        self.assertIn("--place says where the root stands", said)
        self.assertIn("attaches 'cup' to the robot", said)
        still = {"multi_dof_joint_state": {"joint_names": ["world_joint"], "transforms": [
            {"translation": [0, 0, 0], "rotation": {"x": 0, "y": 0, "z": 0, "w": 1}}]}}
        quiet = {"trajectory": [{"joint_trajectory": message()}], "trajectory_start": still}
        self.assertEqual(self.report(*way[:3], self.file("quiet.json", quiet)).get("warnings", []), [])

    def test_frames_that_are_no_links_are_told(self):
        for frame, told in (("shelf_frame", True), ("world", False), ("base", False)):
            scene = PLANNING_SCENE.replace("- id: table", f"- header: {{frame_id: {frame}}}\n      id: table")
            report = self.report("--trajectory", str(DIR / "bad_way.csv"), "--scene", self.file("frame.yaml", scene))
            self.assertEqual("the frame 'shelf_frame' is no link" in " ".join(report.get("warnings", [])), told, frame)

    def test_a_plane_of_a_scene_file_is_refused_by_name(self):
        plane = SCENE_TEXT.replace("box\n1.6 1.6 0.04", "plane\n0 0 1 0")
        result = graze("check", *ARM, "--scene", self.file("plane.scene", plane))
        self.assertEqual(result.returncode, 2)
        self.assertIn("a shape of type 'plane'", result.stderr)

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

    def test_all_parts_of_an_object_are_carried_and_do_not_count_against_each_other(self):
        two = [{"type": "box", "dimensions": [0.02, 0.02, 0.02]}, {"type": "sphere", "dimensions": [0.015]}]
        places = [{"position": [0, 0, 2]}, {"position": [0, 0, 2.005]}]
        dumbbell = {"id": "dumbbell", "primitives": two, "primitive_poses": places}
        way = ["--trajectory", str(DIR / "bad_way.csv"), "--scene"]
        attached = {"robot_state": {"attached_collision_objects": [{"link_name": "hand", "object": dumbbell}]}}
        for scene, more in (({"world": {"collision_objects": [dumbbell]}}, ["--carry", "dumbbell@hand"]), (attached, [])):
            pairs = {tuple(r["pair"]) for r in self.report(*way, self.file("d.yaml", json.dumps(scene)), *more)["reports"]}
            for part in ("dumbbell", "dumbbell/2"):
                self.assertTrue(any(part in pair for pair in pairs))
                self.assertNotIn(("hand", part), pairs)
            self.assertNotIn(("dumbbell", "dumbbell/2"), pairs)

    def test_poses_may_be_in_the_frame_of_a_link(self):
        def times(frame, shift, link="base"):
            place = {"position": [0.45 + shift[0], 0.3, 0.3 + shift[1]]}
            post = {"id": "post", "header": {"frame_id": frame}, "primitive_poses": [place],
                    "primitives": [{"type": "box", "dimensions": [0.04, 0.04, 0.6]}]}
            scene = {"world": {"collision_objects": [post]}} if link is None else {
                "robot_state": {"attached_collision_objects": [{"link_name": link, "object": post}]}}
            return self.times("--trajectory", str(DIR / "bad_way.csv"), "--place", "0.25 0 0.125", "--scene",
                              self.file("frames.yaml", json.dumps(scene)))
        there = times("map", (0.25, 0.125), None)
        self.assertTrue(there)
        self.assertEqual(times("base", (0, 0), None), there)
        carried = {tuple(sorted(pair)): time for pair, time in there.items()}
        for frame, shift in (("", (0, 0)), ("base", (0, 0)), ("map", (0.25, 0.125))):
            found = times(frame, shift)
            self.assertEqual({tuple(sorted(pair)) for pair in found}, set(carried), frame)
            for pair, time in found.items():
                self.assertAlmostEqual(time[1], carried[tuple(sorted(pair))][1], places=6)

    def test_the_allowed_collision_matrix_names_objects_too(self):
        allowed = {"allowed_collision_matrix": {"entry_names": ["post", "forearm"],
                   "entry_values": [{"enabled": [False, True]}, {"enabled": [True, False]}]}}
        scene = self.file("acm.yaml", PLANNING_SCENE + json.dumps(allowed)[1:-1] + "\n")
        self.assertEqual(self.times("--trajectory", str(DIR / "bad_way.csv"), "--scene", scene), {})

    def test_a_mesh_that_lies_on_its_side_is_told_by_its_partner(self):
        corners = [(0, 0, 0), (0.1, 0, 0), (0, 0.2, 0), (0, 0, 1)]  # upright
        faces = "0 2 1 0 1 3 1 2 3 0 3 2"
        self.file("upright.obj", "".join(f"v {x} {y} {z}\n" for x, y, z in corners)
                  + "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n")
        floats = " ".join(f"{x} {z} {-y}" for x, y, z in corners)  # the same with y up
        self.file("on_its_side.dae", f"""<COLLADA version="1.4.1"><asset><up_axis>Y_UP</up_axis></asset>
<library_geometries><geometry id="g"><mesh><source id="s"><float_array id="f" count="12">{floats}</float_array>
<technique_common><accessor source="#f" count="4" stride="3"/></technique_common></source>
<vertices id="v"><input semantic="POSITION" source="#s"/></vertices>
<triangles count="4"><input semantic="VERTEX" source="#v" offset="0"/><p>{faces}</p></triangles></mesh></geometry></library_geometries>
<library_visual_scenes><visual_scene id="w"><node><instance_geometry url="#g"/></node></visual_scene></library_visual_scenes>
<scene><instance_visual_scene url="#w"/></scene></COLLADA>""")
        link = '<link name="{}"><collision><geometry><mesh filename="{}"/></geometry></collision></link>'
        joint = ('<joint name="{0}_j" type="fixed"><origin xyz="0 {1} 0"/><parent link="base"/><child link="{0}"/></joint>')
        robot = self.file("two_arms.urdf", '<robot name="r"><link name="base"/>'
                          + link.format("left_arm", "on_its_side.dae") + link.format("right_arm", "upright.obj")
                          + joint.format("left_arm", 1) + joint.format("right_arm", -1) + "</robot>")
        as_it_is = graze("check", robot, "--json", "--allow-empty")
        self.assertIn("'left_arm' and 'right_arm' are not mirror images", as_it_is.stdout)
        turned = graze("check", robot, "--json", "--allow-empty", "--apply-up-axis")
        self.assertEqual(turned.returncode, 0, turned.stderr)
        self.assertNotIn("mirror images", turned.stdout)

    def test_a_second_yaml_document_is_refused_and_an_empty_one_is_not(self):
        one = json.dumps(message())
        way = ["--scene", str(DIR / "cell.json"), "--trajectory"]
        self.assertEqual(self.times(*way, self.file("echo.yaml", one + "\n---\n")), self.truth)
        refused = graze("check", *ARM, *way, self.file("two.yaml", f"{one}\n---\n{one}\n"))
        self.assertEqual(refused.returncode, 2)
        self.assertIn("a second document", refused.stderr)

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
