# SPDX-License-Identifier: MIT
"""graze step and graze check --method backtracking on the example scenes."""
import json
import signal
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


class Step(unittest.TestCase):
    def test_first_event_is_the_first_contact_of_check(self):
        check = json.loads(graze("check", GEAR, "--first", "--json").stdout)["reports"][0]
        for dt in ("0.5", "0.01", "0.003"):
            result = graze("step", GEAR, "--dt", dt, "--json")
            self.assertEqual(result.returncode, 1, result.stderr)
            document = json.loads(result.stdout)
            self.assertEqual(document["format"], "graze step 1")
            first = document["events"][0]
            self.assertEqual((first["pair"], first["event"]), (check["pair"], "contact"))
            self.assertAlmostEqual(first["time"][1], check["time"][1], places=4)
            self.assertAlmostEqual(sum(p["share"] for p in first["manifold"]), 1.0, places=9)
            self.assertLessEqual(document["by_plane"] + document["handed_over"],
                                 2 * document["questions"])

    def test_contacts_begin_and_end(self):
        events = json.loads(graze("step", GEAR, "--dt", "0.01", "--json").stdout)["events"]
        touching = {}
        for event in events:
            pair = tuple(event["pair"])
            self.assertEqual(event["event"] == "apart", touching.get(pair, False), event)
            touching[pair] = event["event"] != "apart"
            self.assertLessEqual(event["step"][0], event["step"][1])
        self.assertFalse(any(touching.values()), "the gear comes out below the ring")

    def test_a_bouncing_cube_touches_five_times_whatever_the_step(self):
        poses = [{"time": 0.1 * i, "position": [0, 0, 0.49 if i % 2 else 1.0]} for i in range(11)]
        scene = {"bodies": [
            {"name": "floor", "shape": {"type": "box", "half_size": [5, 5, 0.5]}, "pose": {"position": [0, 0, -0.5]}},
            {"name": "cube", "shape": {"type": "box", "size": [1, 1, 1]},
             "motion": {"type": "path", "interpolation": "slerp", "poses": poses}}]}
        with tempfile.NamedTemporaryFile("w", suffix=".json") as file:
            json.dump(scene, file)
            file.flush()
            for dt in ("0.03", "0.1", "0.25", "1"):
                events = json.loads(graze("step", file.name, "--dt", dt, "--json").stdout)["events"]
                self.assertEqual([e["event"] for e in events], 5 * ["contact", "apart"], dt)
                for k, event in enumerate(events):
                    fall = 0.1 * 0.5 / 0.51
                    wanted = 0.2 * (k // 2) + (fall if k % 2 == 0 else 0.2 - fall)
                    self.assertAlmostEqual(event["time"][1], wanted, places=5)

    def test_table_and_summary(self):
        text = graze("step", GEAR, "--dt", "0.01").stdout
        for word in ("time [s]", "ring / gear", "contact", "kind", "normal", "guarantee", "100 steps",
                     "handed over"):
            self.assertIn(word, text)

    def test_without_contact_the_exit_code_is_zero(self):
        self.assertEqual(graze("step", GEAR, "--dt", "0.01", "--span", "0:0.05").returncode, 0)

    def test_interrupt_prints_the_events_so_far(self):
        # A million steps. Before the walk begins an interrupt ends the process: wait longer then.
        for seconds in (1.0, 4.0, 16.0):
            process = subprocess.Popen([GRAZE, "step", GEAR, "--dt", "1e-6", "--span", "0.2:1"], stdout=subprocess.PIPE,
                                       text=True)
            time.sleep(seconds)
            process.send_signal(signal.SIGINT)
            out, _ = process.communicate(timeout=60)
            if process.returncode != -signal.SIGINT:
                break
        self.assertIn(process.returncode, (1, 3))
        self.assertRegex(out, r"stopped at 0\.\d+ s\n$")

    def test_a_budget_ends_a_step_that_takes_long(self):
        # One step of ten thousand turns of a shaft in a narrow bush.
        scene = {"span": [0, 1], "tolerance": 1e-9, "bodies": [
            {"name": "bush", "shape": {"type": "hole", "clearance": 1e-4, "triangles": 20000}},
            {"name": "shaft", "shape": {"type": "shaft", "triangles": 20000},
             "motion": {"type": "screw", "axis": [0, 0, 1], "point": [5e-5, 0, 0], "turns": 10000}}]}
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder, "scene.json")
            path.write_text(json.dumps(scene))
            result = subprocess.run([GRAZE, "step", str(path), "--dt", "1", "--budget", "0.5"], capture_output=True,
                                    text=True, timeout=120)
        self.assertEqual(result.returncode, 3, result.stderr)
        self.assertIn("undecided", result.stdout)

    def test_check_by_backtracking_finds_what_certified_finds(self):
        def answers(method):
            document = json.loads(graze("check", GEAR, "--method", method, "--json").stdout)
            return {tuple(r["pair"]): r for r in document["reports"]}
        ours, truth = answers("backtracking"), answers("certified")
        for pair, report in truth.items():
            self.assertEqual(ours[pair]["outcome"], report["outcome"])
            if report["outcome"] == "contact":
                self.assertGreaterEqual(ours[pair]["time"][1], report["time"][0])
                self.assertAlmostEqual(ours[pair]["time"][1], report["time"][1], places=4)


if __name__ == "__main__":
    unittest.main()
