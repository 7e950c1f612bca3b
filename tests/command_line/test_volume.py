# SPDX-License-Identifier: MIT
"""graze volume on the example scene: numbers, exit codes, pictures, holes, backends."""
import json
import os
import signal
import struct
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

GRAZE = os.path.abspath(sys.argv.pop(1))
RINGS = "examples/scenes/pressed_rings.json"


def graze(*words):
    return subprocess.run([GRAZE, *map(str, words)], capture_output=True, text=True, timeout=300)


def overlaps(*words):
    result = graze("volume", *words, "--json")
    return result.returncode, json.loads(result.stdout)


class Volume(unittest.TestCase):
    def test_rings_that_are_pulled_overlap_more_and_more(self):
        code, document = overlaps(RINGS, "--span", "0:1", "--samples", 5, "--pairs", "fixed:pulled")
        self.assertEqual(code, 1)
        self.assertEqual(document["format"], "graze volume 1")
        volumes = [instant["overlaps"][0]["volume"] for instant in document["instants"]]
        self.assertEqual(volumes[0], 0.0)
        self.assertEqual(volumes, sorted(volumes))
        last = document["instants"][-1]["overlaps"][0]
        self.assertEqual(last["guarantee"], "sampled")
        self.assertLess(last["error"], 0.02 * last["volume"])
        self.assertGreater(last["way_out_of_a"][0], 0.9, "the fixed ring would have to follow")
        for a, b in zip(last["gradient_a"]["linear"], last["gradient_b"]["linear"]):
            self.assertAlmostEqual(a, -b, places=12)

    def test_nothing_overlaps_at_the_start(self):
        result = graze("volume", RINGS)
        self.assertEqual((result.returncode, result.stderr), (0, ""))

    def test_pictures_are_there(self):
        with tempfile.TemporaryDirectory() as folder:
            result = graze("volume", RINGS, "--at", 1, "--image", Path(folder) / "p")
            self.assertEqual(result.returncode, 1)
            for part in ("x", "y", "z", "overlap"):
                data = (Path(folder) / f"p_{part}.png").read_bytes()
                self.assertEqual(data[:8], b"\x89PNG\r\n\x1a\n")
                width, height = struct.unpack(">II", data[16:24])
                self.assertGreater(width * height, 10000)

    def test_a_mesh_with_a_hole_is_named_with_its_columns(self):
        open_box = "".join(f"v {x} {y} {z}\n" for x in (-1, 1) for y in (-1, 1) for z in (-1, 1))
        faces = [(1, 2, 4, 3), (5, 7, 8, 6), (1, 5, 6, 2), (3, 4, 8, 7), (1, 3, 7, 5)]  # no top
        open_box += "".join("f {} {} {} {}\n".format(*face) for face in faces)
        scene = {"span": [0, 1], "bodies": [
            {"name": "open", "shape": {"type": "file", "path": "open.obj"}},
            {"name": "ball", "shape": {"type": "icosphere"}, "pose": {"position": [0, 0, 1]}}]}
        with tempfile.TemporaryDirectory() as folder:
            (Path(folder) / "open.obj").write_text(open_box, encoding="utf-8")
            (Path(folder) / "scene.json").write_text(json.dumps(scene), encoding="utf-8")
            result = graze("volume", Path(folder) / "scene.json", "--span", "0:1")
        self.assertEqual(result.returncode, 3, result.stderr)
        self.assertIn("'open'", result.stderr)
        self.assertIn("odd number of times", result.stderr)
        self.assertIn("along z through", result.stderr)
        self.assertIn("…", result.stderr, "more columns than are shown")
        self.assertEqual(result.stderr.count("graze:"), 1, "once, not for each instant")

    def test_answers_do_not_depend_on_how_many_instants_are_asked_for(self):
        _, all_of_them = overlaps(RINGS, "--span", "0:1", "--samples", 9)
        for instant in all_of_them["instants"]:
            _, alone = overlaps(RINGS, "--at", instant["time"])
            for part in ("volume", "error", "gradient_a", "centre"):
                self.assertEqual([o[part] for o in instant["overlaps"]],
                                 [o[part] for o in alone["instants"][0]["overlaps"]])

    def test_an_interrupt_ends_the_question_and_keeps_what_is_known(self):
        process = subprocess.Popen(
            [GRAZE, "volume", RINGS, "--span", "0:1", "--samples", "1000000", "--json"],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        time.sleep(1.0)
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=60)
        self.assertEqual(process.returncode, 3, err)
        self.assertIn("interrupted after", err)
        self.assertLess(len(json.loads(out)["instants"]), 1000000)

    def test_a_closed_pipe_is_no_crash(self):
        process = subprocess.Popen([GRAZE, "volume", RINGS, "--span", "0:1", "--samples", "3000"],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        process.stdout.close()
        with process.stderr:
            err = process.stderr.read()
        self.assertNotEqual(process.wait(timeout=60), -signal.SIGSEGV)
        self.assertNotIn("terminate", err)

    def test_opengl_gives_the_same_or_says_why_not(self):
        code, on_cpu = overlaps(RINGS, "--at", 1)
        result = graze("volume", RINGS, "--at", 1, "--json", "--backend", "opengl")
        if result.returncode == 2:
            self.assertIn("backend 'opengl'", result.stderr)
            return
        self.assertEqual(result.returncode, code)
        on_gl = json.loads(result.stdout)
        a, b = on_cpu["instants"][0]["overlaps"][0], on_gl["instants"][0]["overlaps"][0]
        self.assertAlmostEqual(a["volume"], b["volume"], places=12)


if __name__ == "__main__":
    unittest.main()
