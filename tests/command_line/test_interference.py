# SPDX-License-Identifier: MIT
"""graze interference: depths and volumes of parts whose overlap is known, fits, motion, sentences."""
import json
import math
import os
import signal
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

GRAZE = os.path.abspath(sys.argv.pop(1))


def tube(inner, outer, height, sides=48):
    """An OBJ of a closed tube about z; inner = 0: a prism."""
    def ring(radius, z):
        return [(radius * math.cos(2 * math.pi * k / sides), radius * math.sin(2 * math.pi * k / sides), z)
                for k in range(sides)]
    if inner == 0:
        points = ring(outer, 0) + ring(outer, height) + [(0, 0, 0), (0, 0, height)]
        faces = []
        for k in range(sides):
            n = (k + 1) % sides
            faces += [(k, n, sides + n), (k, sides + n, sides + k), (n, k, 2 * sides),
                      (sides + k, sides + n, 2 * sides + 1)]
    else:
        points = ring(outer, 0) + ring(outer, height) + ring(inner, 0) + ring(inner, height)
        o, t, i, j = 0, sides, 2 * sides, 3 * sides
        faces = []
        for k in range(sides):
            n = (k + 1) % sides
            faces += [(o + k, o + n, t + n), (o + k, t + n, t + k), (i + n, i + k, j + k), (i + n, j + k, j + n),
                      (t + k, t + n, j + n), (t + k, j + n, j + k), (o + n, o + k, i + k), (o + n, i + k, i + n)]
    return "".join(f"v {x!r} {y!r} {z!r}\n" for x, y, z in points) + "".join(
        f"f {a + 1} {b + 1} {c + 1}\n" for a, b, c in faces)


def box(name, x, size=1.0):
    return {"name": name, "shape": {"type": "box", "size": [size] * 3}, "pose": {"position": [x, 0, 0]}}


class Interference(unittest.TestCase):
    def setUp(self):
        keeper = tempfile.TemporaryDirectory()
        self.addCleanup(keeper.cleanup)
        self.folder = Path(keeper.name)

    def ask(self, scene, *words):
        path = self.folder / "scene.json"
        path.write_text(json.dumps(scene))
        return subprocess.run([GRAZE, "interference", str(path), *map(str, words)], capture_output=True, text=True,
                              timeout=300)

    def pairs(self, scene, *words):
        done = self.ask(scene, *words, "--json")
        return done.returncode, json.loads(done.stdout)["interferences"]

    def test_depth_and_volume_of_boxes_deepest_first(self):
        scene = {"units": "mm", "bodies": [box("left", 0), box("right", 0.98), box("far", -0.9), box("apart", 5)]}
        code, found = self.pairs(scene)
        self.assertEqual(code, 1)
        self.assertEqual([pair["pair"] for pair in found], [["left", "far"], ["left", "right"]])
        for pair, depth in zip(found, (0.1, 0.02)):
            self.assertAlmostEqual(pair["depth"], depth, delta=0.02 * depth)
            self.assertAlmostEqual(pair["volume"], depth, delta=0.02 * depth)

    def test_a_fit_is_what_was_said(self):
        scene = {"units": "mm", "bodies": [box("left", 0), box("right", 0.98)]}
        for allowed, code in ((0.03, 0), (0.01, 1)):
            self.assertEqual(self.pairs(scene, "--fit", f"l*:right={allowed}")[0], code)
        (self.folder / "fits.txt").write_text("# stated once\nright:left=0.03  # either order\n")
        self.assertEqual(self.pairs(scene, "--fits", self.folder / "fits.txt")[0], 0)
        self.assertIn("fits", self.ask(scene, "--fits", self.folder / "fits.txt").stdout)

    def test_a_shaft_that_is_pressed_into_its_bearing(self):
        (self.folder / "shaft.obj").write_text(tube(0, 10.02, 8))
        (self.folder / "bearing.obj").write_text(tube(10.0, 15.0, 8))
        scene = {"units": "mm", "bodies": [
            {"name": "bearing", "shape": {"type": "file", "path": "bearing.obj"}},
            {"name": "shaft", "shape": {"type": "file", "path": "shaft.obj"}}]}
        code, found = self.pairs(scene, "--fit", "shaft*:bearing*=0.03", "--pixels", 512)
        self.assertEqual(code, 0, found)
        self.assertAlmostEqual(found[0]["depth"], 0.02, delta=0.004)

    def test_motion_and_pairs_that_may_touch(self):
        moving = {**box("slider", 0), "motion": {"type": "slerp", "from": {"position": [-3, 0, 0]},
                                                 "to": {"position": [-0.7, 0, 0]}}}
        del moving["pose"]
        scene = {"units": "mm", "bodies": [box("stop", 0), moving, box("seat", 0.9)], "may_touch": [["s?at", "stop"]]}
        code, found = self.pairs(scene, "--samples", 11)
        self.assertEqual((code, len(found)), (1, 1))
        self.assertAlmostEqual(found[0]["time"], 1.0)
        self.assertAlmostEqual(found[0]["depth"], 0.3, delta=0.006)
        self.assertEqual(found[0]["depth_at_rest"], 0)
        self.assertEqual(len(self.pairs(scene, "--fit", "seat:stop=0.5", "--samples", 11)[1]), 2)

    def test_interrupt_says_how_much_was_looked_at(self):
        moving = {**box("slider", 0), "motion": {"type": "slerp", "from": {"position": [-0.9, 0, 0]},
                                                 "to": {"position": [-0.5, 0, 0]}}}
        del moving["pose"]
        path = self.folder / "long.json"
        path.write_text(json.dumps({"bodies": [box("stop", 0), moving]}))
        for seconds in (1.0, 4.0, 16.0):  # before the search begins an interrupt ends the process: wait longer then
            process = subprocess.Popen([GRAZE, "interference", path, "--fit", "slider:stop=9",
                                        "--samples", "1000000", "--pixels", "1024"],
                                       stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
            time.sleep(seconds)
            process.send_signal(signal.SIGINT)
            out, error = process.communicate(timeout=60)
            if process.returncode != -signal.SIGINT:
                break
        self.assertEqual(process.returncode, 3, error)
        self.assertRegex(error, r"interrupted after \d+ of 1000000 instants")
        self.assertIn("0 of 1 pair", out)

    def test_sentences(self):
        scene = {"bodies": [box("left", 0), box("right", 3)]}
        for words, part in ((["--fit", "left"], "A:B=DEPTH"), (["--fit", "left:rigt=1"], "name of a body"),
                            (["--fit", "left:right=-1"], "depth >= 0"), (["--fits", "none.txt"], "none.txt")):
            done = self.ask(scene, *words)
            self.assertEqual(done.returncode, 2, words)
            self.assertIn(part, done.stderr)
            self.assertEqual(done.stderr.count("\n"), 1)
        self.assertEqual(self.ask(scene).returncode, 0)
        self.assertEqual(self.ask({"bodies": [box("alone", 0)]}).returncode, 4)


if __name__ == "__main__":
    unittest.main()
