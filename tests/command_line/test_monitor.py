# SPDX-License-Identifier: MIT
"""graze monitor: events as lines, from a scene's own motions and from poses in a pipe."""
import json
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

GRAZE = sys.argv.pop(1)
SCENE = {
    "span": [0, 1],
    "bodies": [
        {"name": "floor", "shape": {"type": "box", "size": [4, 4, 1]}},
        {"name": "ball", "shape": {"type": "icosphere"},
         "motion": {"type": "screw", "from": {"position": [0, 0, 3]}, "to": {"position": [0, 0, 0]}}},
    ],
}


def line(t, z):
    return json.dumps({"time": t, "body": "ball", "position": [0, 0, z]})


class Monitor(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.scene = Path(self.folder.name) / "scene.json"
        self.scene.write_text(json.dumps(SCENE))

    def tearDown(self):
        self.folder.cleanup()

    def monitor(self, *words, text=None):
        return subprocess.run([GRAZE, "monitor", str(self.scene), *words], capture_output=True,
                              text=True, timeout=60, input=text)

    def test_the_scene_s_own_motion_is_announced_ahead_of_time(self):
        done = self.monitor("--horizon", "0.2", "--json")
        events = [json.loads(text) for text in done.stdout.splitlines()]
        self.assertEqual(done.returncode, 1)
        self.assertEqual([event["event"] for event in events], ["announced"])
        # The ball of radius 0.5 meets the floor's top at 0.5: after 2 of 3, at t = 2 / 3.
        self.assertAlmostEqual(events[0]["earliest"], 2 / 3, places=2)
        self.assertGreater(events[0]["lead"], 0.1)
        self.assertEqual(events[0]["pair"], ["floor", "ball"])
        self.assertGreater(events[0]["face_pairs"], 0)

    def test_a_proof_says_when(self):
        done = self.monitor("--horizon", "0.2", "--json", "--confirm")
        event = json.loads(done.stdout.splitlines()[0])
        self.assertEqual(event["confirmed"]["outcome"], "contact")
        self.assertAlmostEqual(event["confirmed"]["time"][1], 2 / 3, places=2)

    def test_poses_come_and_events_go_by_pipe(self):
        lines = [line(0.1 * k, 3 - 0.3 * k) for k in range(4)] + [line(0.5, 2.5)]
        done = self.monitor("--poses", "-", "--horizon", "1", "--json", text="\n".join(lines) + "\n")
        events = [json.loads(text)["event"] for text in done.stdout.splitlines()]
        self.assertEqual((events, done.returncode, done.stderr), (["announced", "withdrawn"], 1, ""))

    def test_the_last_line_is_not_left_out(self):
        lines = [line(0.001 * k, 3 - 0.003 * k) for k in range(5)]
        done = self.monitor("--poses", "-", "--json", text="\n".join(lines))
        self.assertEqual((len(done.stdout.splitlines()), done.returncode), (1, 1))

    def test_an_event_is_there_before_the_next_line(self):
        with subprocess.Popen([GRAZE, "monitor", str(self.scene), "--poses", "-", "--json"], text=True,
                              stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
            process.stdin.write(line(0.0, 3) + "\n" + line(0.1, 2.7) + "\n")
            process.stdin.flush()
            begin = time.monotonic()
            self.assertEqual(json.loads(process.stdout.readline())["event"], "announced")
            self.assertLess(time.monotonic() - begin, 30)
            process.stdin.close()
            self.assertEqual(process.wait(30), 1)

    def test_a_file_with_several_bodies_and_with_vertices(self):
        poses = Path(self.folder.name) / "poses.jsonl"
        poses.write_text(json.dumps({"time": 0, "bodies": {
            "ball": {"position": [0, 0, 9]}, "floor": {"position": [0, 0, 0]}}}) + "\n\n" +
            json.dumps({"time": 1, "bodies": {"ball": {"position": [0, 0, 9]}}}) + "\n")
        done = self.monitor("--poses", str(poses))
        self.assertEqual((done.stdout, done.returncode), ("", 0))

    def test_a_wrong_line_is_named(self):
        done = self.monitor("--poses", "-", text=line(0, 3) + "\n" + '{"time": 1, "body": "bell"}\n')
        self.assertEqual(done.returncode, 2)
        self.assertIn("standard input:2", done.stderr)
        self.assertIn("ball", done.stderr)

    def test_text_is_one_line_an_event(self):
        done = self.monitor("--horizon", "0.2", "--tests", "1")
        self.assertIn("announced", done.stdout)
        self.assertIn("floor / ball", done.stdout)


if __name__ == "__main__":
    unittest.main()
