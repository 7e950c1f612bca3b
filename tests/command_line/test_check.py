# SPDX-License-Identifier: MIT
"""graze check on the example scenes: exit codes, table, JSON, options, Ctrl-C."""
import base64
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

GRAZE = sys.argv.pop(1)
GEAR = "examples/scenes/falling_gear.json"


def graze(*words):
    return subprocess.run([GRAZE, *words], capture_output=True, text=True, timeout=300)


def reports(*words):
    result = graze("check", *words, "--json")
    return result.returncode, json.loads(result.stdout)


def swelling(interpolation):
    """A glTF file: one tetrahedron whose scale goes 1, 2, 1 along a spline or a line, and one that stands far away."""
    points = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]
    triangles = [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3]
    times, values = [0, 1, 2], [[1] * 3, [2] * 3, [1] * 3]
    keys = values if interpolation == "LINEAR" else [x for v in values for x in ([0] * 3, v, [0] * 3)]
    keys = [x for key in keys for x in key]
    data = struct.pack("<12f12H3f%df" % len(keys), *points, *triangles, *times, *keys)
    views = [(0, 48), (48, 24), (72, 12), (84, 4 * len(keys))]
    return json.dumps({
        "asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0, 1]}],
        "nodes": [{"name": "swells", "mesh": 0}, {"name": "stands", "mesh": 0, "translation": [9, 0, 0]}],
        "meshes": [{"primitives": [{"attributes": {"POSITION": 0}, "indices": 1}]}],
        "buffers": [{"byteLength": len(data),
                     "uri": "data:application/octet-stream;base64," + base64.b64encode(data).decode()}],
        "bufferViews": [{"buffer": 0, "byteOffset": at, "byteLength": size} for at, size in views],
        "accessors": [
            {"bufferView": 0, "componentType": 5126, "count": 4, "type": "VEC3", "min": [0] * 3, "max": [1] * 3},
            {"bufferView": 1, "componentType": 5123, "count": 12, "type": "SCALAR"},
            {"bufferView": 2, "componentType": 5126, "count": 3, "type": "SCALAR", "min": [0], "max": [2]},
            {"bufferView": 3, "componentType": 5126, "count": len(keys) // 3, "type": "VEC3"}],
        "animations": [{"channels": [{"sampler": 0, "target": {"node": 0, "path": "scale"}}],
                        "samplers": [{"input": 2, "output": 3, "interpolation": interpolation}]}]})


class Check(unittest.TestCase):
    def test_the_verdict_says_what_it_holds_for(self):
        with tempfile.TemporaryDirectory() as folder:
            for interpolation, is_off in (("CUBICSPLINE", True), ("LINEAR", False)):
                path = Path(folder, "swelling.gltf")
                path.write_text(swelling(interpolation))
                result = subprocess.run([GRAZE, "check", str(path)], capture_output=True, text=True, timeout=300,
                                        env={**os.environ, "COLUMNS": "300"})
                self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
                verdict = result.stdout.splitlines()[0]
                self.assertTrue(verdict.startswith("FREE"), verdict)
                self.assertEqual("for straight steps between frames" in verdict, is_off, verdict)

    def test_gear_is_met_and_the_exit_code_says_so(self):
        code, document = reports(GEAR)
        self.assertEqual(code, 1)
        self.assertEqual(document["format"], "graze report 1")
        self.assertEqual(document["outcome"], "contact")
        pairs = {tuple(report["pair"]): report for report in document["reports"]}
        self.assertEqual(list(pairs), [("ring", "gear"), ("ring", "floor"), ("gear", "floor")])
        met = pairs["ring", "gear"]
        self.assertEqual((met["outcome"], met["guarantee"]), ("contact", "proved"))
        self.assertLessEqual(met["time"][0], met["time"][1])
        self.assertLessEqual(met["contacts"][0]["distance"], met["tolerance"])
        self.assertAlmostEqual(sum(x * x for x in met["contacts"][0]["normal"]), 1.0, places=9)
        self.assertEqual(pairs["ring", "floor"]["outcome"], "separated")

    def test_end_poses_alone_are_free(self):
        for instant in ("0:0", "1:1"):
            self.assertEqual(graze("check", GEAR, "--span", instant).returncode, 0)

    def test_first_is_the_earliest_of_all(self):
        _, every = reports(GEAR)
        _, first = reports(GEAR, "--first")
        self.assertEqual(len(first["reports"]), 1)
        earliest = min(r["time"][1] for r in every["reports"] if r["outcome"] == "contact")
        self.assertAlmostEqual(first["reports"][0]["time"][1], earliest, places=6)

    def test_pairs_and_span_choose_what_is_asked(self):
        code, document = reports(GEAR, "--pairs", "floor:gear")
        self.assertEqual([r["pair"] for r in document["reports"]], [["floor", "gear"]])
        self.assertEqual(code, 0)
        code, document = reports(GEAR, "--span", "0:0.05")
        self.assertEqual((code, document["span"]), (0, [0, 0.05]))

    def test_tolerance_is_kept_and_printed(self):
        _, document = reports(GEAR, "--tolerance", "1e-3")
        for report in document["reports"]:
            self.assertEqual(report["tolerance"], 1e-3)
        self.assertIn("0.001", graze("check", GEAR, "--tolerance", "1e-3", "--details").stdout)

    def test_answers_do_not_depend_on_threads(self):
        def answers(threads):
            _, document = reports("examples/scenes/arm_and_table.json", "--threads", threads)
            for report in document["reports"]:
                del report["stats"]["seconds"]
            return document["reports"]
        self.assertEqual(answers("1"), answers("2"))

    def test_details_name_everything(self):
        text = graze("check", GEAR, "--details").stdout
        for word in ("pair", "outcome", "guarantee", "method", "time", "point", "normal", "features",
                     "tolerance", "ring / gear", "contact", "proved", "separated", "3 pairs"):
            self.assertIn(word, text)

    def test_every_example_gets_an_answer(self):
        for name, code in (("bolt_into_nut", 1), ("arm_and_table", 1), ("car_door", 1)):
            result = graze("check", f"examples/scenes/{name}.json")
            self.assertEqual(result.returncode, code, name + "\n" + result.stdout + result.stderr)

    def test_a_budget_that_is_too_small_is_undecided_and_honest(self):
        code, document = reports("examples/scenes/bolt_into_nut.json", "--budget", "1e-6")
        self.assertEqual((code, document["outcome"]), (3, "undecided"))
        report = document["reports"][0]
        self.assertEqual(report["outcome"], "undecided")
        self.assertTrue(report["reason"])

    def test_interrupt_gives_what_is_sure(self):
        # A shaft that turns a long way in a bush, off its axis: long enough to be interrupted.
        scene = {"span": [0, 1], "tolerance": 1e-9, "bodies": [
            {"name": "bush", "shape": {"type": "hole", "clearance": 1e-4, "triangles": 20000}},
            {"name": "shaft", "shape": {"type": "shaft", "triangles": 20000},
             "motion": {"type": "screw", "axis": [0, 0, 1], "point": [5e-5, 0, 0], "turns": 100000}}]}
        path = "build/interrupt_scene.json"
        with open(path, "w") as file:
            json.dump(scene, file)
        # Before the search begins an interrupt ends the process: wait longer then.
        for seconds in (1.0, 4.0, 16.0):
            process = subprocess.Popen([GRAZE, "check", path, "--json"], stdout=subprocess.PIPE,
                                       stderr=subprocess.PIPE, text=True)
            time.sleep(seconds)
            process.send_signal(signal.SIGINT)
            out, _ = process.communicate(timeout=60)
            if process.returncode != -signal.SIGINT:
                break
        self.assertEqual(process.returncode, 3)
        report = json.loads(out)["reports"][0]
        self.assertEqual(report["outcome"], "undecided")
        self.assertLess(report["time"][0], 1.0)

    def test_help_has_an_example(self):
        self.assertIn("graze check examples/scenes", graze("check", "--help").stdout)


if __name__ == "__main__":
    unittest.main()
