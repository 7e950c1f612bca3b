# SPDX-License-Identifier: MIT
"""Forty mistakes of a first hour. Each is answered by one sentence that names the next step.

    test_mistakes.py GRAZE [--list]    --list prints what is said
"""
import json
import os
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

GRAZE = os.path.abspath(sys.argv.pop(1))
LIST = "--list" in sys.argv and sys.argv.remove("--list") is None
ROBOTS = Path("examples/robots").resolve()
ARM, WAY = str(ROBOTS / "arm.urdf"), str(ROBOTS / "good_way.csv")
BOX = {"type": "box", "size": [1, 1, 1]}


def bodies(*parts, **more):
    return json.dumps({"bodies": list(parts), **more})


LEFT = {"name": "left", "shape": BOX}
RIGHT = {"name": "right", "shape": BOX, "pose": {"position": [3, 0, 0]}}
FILES = {
    "scene.json": bodies(LEFT, RIGHT),
    "part.obj": "v 0 0 0\nv 1 0 0\nv 0 1 0\nf 1 2 3\n",
    "part.fbx": "Kaydara FBX Binary  ", "part.blend": "BLENDER-v300",
    "robot.xacro": "<robot/>",
    "macro.urdf": '<robot name="a"><link name="l"><collision><geometry><box size="${w} 1 1"/></geometry></collision></link></robot>',
    "speed.csv": "__time;/j/turn/position;/j/lift/position;/j/turn/velocity\n0;0;0;0\n1;1;0;0\n",
    "model.sdf": "<sdf version='1.6'><model name='m'><include><uri>model://arm</uri></include></model></sdf>",
    "empty.json": "", "scene.yaml": "bodies: []\n",
    "joint.csv": "time,elbw\n0,0\n1,0.1\n", "points.obj": "v 0 0 0\nv 1 0 0\n",
    "other.csv": "time,panda_joint_seven\n0,0\n",
    "ground.json": bodies({"name": "ground", "shape": {"type": "half_space"}, "dynamics": {}}, LEFT),
    "gravity.json": bodies({**LEFT, "dynamics": {}}, RIGHT, dynamics={"gravity": [0, 0, -1e300]}),
    "degrees.csv": "time,turn\n0,0\n1,170\n", "proof.cert": "hello",
    "cell.scene": "(noname)\n* floor\n1\nplane\n0 0 1 0\n0 0 0\n0 0 0 1\n0 0 0 0\n.\n",
    "drive.json": '{"joint_trajectory": {"joint_names": ["turn"], "points": []}, '
                  '"multi_dof_joint_trajectory": {"points": [{"transforms": []}]}}',
    "typo.jsonl": '{"motions": {"lefft": {"type": "still"}}}\n',
    "mesh.urdf": '<robot name="a"><link name="l"><collision><geometry><mesh filename="package://my_robot/l.stl"/>'
                 "</geometry></collision></link></robot>",
    "no_mesh.json": bodies({"name": "a", "shape": {"type": "file", "path": "gone.stl"}}),
    "key.json": bodies({"name": "a", "shpe": BOX}), "twice.json": bodies(LEFT, LEFT),
    "unit.json": bodies(LEFT, RIGHT, units="inch"), "motion.json": bodies({**LEFT, "motion": {"type": "scrw"}}),
    "parent.json": bodies({**LEFT, "parent": "right"}, RIGHT),
    "touch.json": bodies(LEFT, RIGHT, may_touch=[["left", "rigth"]]),
    "radius.json": bodies({"name": "a", "shape": {"type": "sphere", "radius": -1}}),
    "alone.json": bodies(LEFT), "cut.json": '{"bodies": [', "index.obj": "v 0 0 0\nf 1 2 3\n",
    "index.json": bodies({"name": "a", "shape": {"type": "file", "path": "index.obj"}}),
}
# What is wrong, what is typed, what the sentence must have.
MISTAKES = [
    ("a verb with a typo", "chek scene.json", "did you mean 'check'?"),
    ("a wrong path", "check scnee.json", "check the path"),
    ("an option of graze with a typo", "--versoin", "did you mean '--version'?"),
    ("no scene", "check", "see graze check --help"),
    ("an option with a typo", "check scene.json --tolerence 1",
     "found '--tolerence', which graze check does not take; did you mean '--tolerance'?"),
    ("a tolerance below zero", "check scene.json --tolerance -1", "expected a finite length > 0"),
    ("a span without an end", "check scene.json --span 1", "for example 0:2.5"),
    ("a span backwards", "check scene.json --span 2:1", "ascending order"),
    ("no time to work", "check scene.json --budget 0", "a time > 0"),
    ("a pair with a typo", "check scene.json --pairs left:rigth", "did you mean 'right'?"),
    ("a method that is none", "check scene.json --method exact", "expected certified"),
    ("a touch of one", "check scene.json --may-touch left", "A:B or A:B@FROM:TO"),
    ("a mesh instead of a scene", "check part.obj", "name it in a scene.json"),
    ("a mesh instead of a scene, asked for clearance", "clearance part.obj", "name it in a scene.json"),
    ("an FBX animation", "check part.fbx", "export it as .glb"),
    ("a Blender file", "check part.blend", "export it as .glb"),
    ("a xacro", "check robot.xacro", "xacro robot.xacro > robot.urdf"),
    ("a xacro with another name", "check macro.urdf", "expand it first"),
    ("velocities of some joints", f"check {ARM} --trajectory speed.csv", "remove the others"),
    ("a load with a typo", f"check {ARM} --scene scene.json --carry lefft@hand", "did you mean 'left'?"),
    ("a link with a typo", f"check {ARM} --scene scene.json --carry left@hnd", "did you mean 'hand'?"),
    ("an error of a joint with a typo", f"check {ARM} --trajectory {WAY} --joint-error elbw=1deg", "did you mean 'elbow'?"),
    ("an SDF that includes a model", "check model.sdf", "gz sdf -p model.sdf"),
    ("an empty file", "check empty.json", "expected JSON"),
    ("YAML instead of JSON", "check scene.yaml", "goes beside its robot"),
    ("a scene of MoveIt without its robot", "clearance cell.scene", "goes beside its robot"),
    ("a file too many", "check scene.json other.json", "found 'other.json', which graze check does not take"),
    ("a plane in a scene of MoveIt", f"check {ARM} --scene cell.scene", "put a large box there"),
    ("a base that drives", f"check {ARM} --trajectory drive.json", "model the base in the URDF"),
    ("a file that is cut off", "check cut.json", "cut.json:1:"),
    ("a folder", "check .", "expected a file"),
    ("a mesh that is not there", "check no_mesh.json", "gone.stl"),
    ("a key with a typo", "check key.json", "did you mean 'shape'?"),
    ("two bodies of one name", "check twice.json", "unique"),
    ("a unit that is not known", "check unit.json", "did you mean 'in'?"),
    ("a motion with a typo", "check motion.json", "did you mean 'screw'?"),
    ("a parent after its child", "check parent.json", "list parents before their children"),
    ("a rule with a typo", "check touch.json", "did you mean 'right'?"),
    ("a radius below zero", "check radius.json", "expected a number > 0"),
    ("one body alone", "check alone.json", "--allow-empty accepts that"),
    ("a face of vertices that are not there", "check index.json", "index.obj:2:"),
    ("meshes of a package", "check mesh.urdf", "--package-dir"),
    ("help about a verb with a typo", "help chek", "did you mean 'check'?"),
    ("degrees for radians", f"check {ARM} --trajectory degrees.csv", "--angles deg"),
    ("a trajectory that is not there", f"check {ARM} --trajectory gone.csv", "check the path"),
    ("a joint with a typo", f"sweep {ARM} --joint elbw", "did you mean 'elbow'?"),
    ("a body with a typo in a question", "batch scene.json typo.jsonl", "did you mean 'left'?"),
    ("a file that is no certificate", "verify proof.cert scene.json", "make the certificate again"),
    ("a simulation without an end", "simulate scene.json -o run.rec", "for example --seconds 10"),
    ("a walk without steps", "step scene.json", "--dt is required"),
    ("steps that never end", "step scene.json --dt 1e-300", "--dt: found 9.999999999999999e+299 steps"),
    ("a step of nothing", "step scene.json --dt 0", "--dt: found 0 s"),
    ("a budget below zero", "check scene.json --budget -1", "--budget: found -1 s"),
    ("a margin below zero", "check scene.json --margin -1", "--separation (--margin): found -1"),
    ("a resolution of nothing", "intervals scene.json --resolution 0", "--resolution: found 0 s"),
    ("a way of no length", "free scene.json left --length 0", "--length: found 0, expected a number > 0"),
    ("a joint with a typo in a trajectory", f"check {ARM} --trajectory joint.csv", "joint.csv:1: found the joint 'elbw'"),
    ("a joint of another robot", f"check {ARM} --trajectory other.csv", "its joints are turn, lift, elbow"),
    ("a mesh without triangles to repair", "repair points.obj out.obj", "points.obj: found a mesh without triangles"),
    ("a mesh without triangles to convert", "convert points.obj out.stl", "points.obj: found a mesh without triangles"),
    ("a ground that falls", "simulate ground.json --seconds 1 -o run.rec", "let it be static or driven"),
    ("gravity beyond all numbers", "simulate gravity.json --seconds 1 -o run.rec", "expected a number in [0, 1e+300]"),
    ("a fit without a depth", "interference scene.json --fit left:right", "for example 'shaft*:bearing*=0.02'"),
]


class Mistakes(unittest.TestCase):
    def test_each_is_one_sentence_that_names_the_next_step(self):
        self.assertGreaterEqual(len(MISTAKES), 40)
        with tempfile.TemporaryDirectory() as folder:
            for name, text in FILES.items():
                Path(folder, name).write_text(text)
            for what, typed, step in MISTAKES:
                with self.subTest(what=what):
                    done = subprocess.run([GRAZE, *typed.split()], cwd=folder, capture_output=True, text=True,
                                          timeout=60, stdin=subprocess.DEVNULL)
                    if LIST:
                        print(f"{what}: graze {typed.replace(str(ROBOTS) + '/', '')}\n    {done.stderr.strip()}")
                    self.assertIn(done.returncode, (2, 4))
                    self.assertEqual(done.stderr.strip().count("\n"), 0, done.stderr)
                    self.assertTrue(done.stderr.startswith("graze: "), done.stderr)
                    self.assertIn(step, done.stderr)

    def test_a_part_in_another_unit_is_a_warning_not_an_error(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "scene.json")
            for scale, warned in ((1000.0, "larger"), (0.001, "smaller"), (20.0, None)):
                corners = [(0, 0, 0), (scale, 0, 0), (0, scale, 0), (0, 0, scale)]
                Path(folder, "part.obj").write_text("".join(f"v {x} {y} {z}\n" for x, y, z in corners)
                                                    + "f 1 3 2\nf 1 2 4\nf 2 3 4\nf 1 4 3\n")
                part = {"name": "part", "shape": {"type": "file", "path": "part.obj"}, "pose": {"position": [0, 0, 9]}}
                path.write_text(bodies(LEFT, RIGHT, part))
                done = subprocess.run([GRAZE, "check", str(path)], capture_output=True, text=True, timeout=60)
                said = done.stdout + done.stderr
                self.assertEqual(done.returncode, 0, said)
                self.assertEqual("is its file in" in said, warned is not None, said)
                self.assertIn(warned or "", said)


if __name__ == "__main__":
    unittest.main()
