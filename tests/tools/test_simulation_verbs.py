# SPDX-License-Identifier: MIT
"""graze simulate and replay as a user runs them: killed, resumed, checked, proved."""
import json
import pathlib
import signal
import subprocess
import sys
import tempfile
import time
import unittest

GRAZE, VERIFY = sys.argv.pop(1), sys.argv.pop(1)


def box(name, size, at, **more):
    return {"name": name, "shape": {"type": "box", "size": size}, "pose": {"position": at}, **more}


SCENE = {
    "dynamics": {"step": 0.01, "seconds": 0.6},
    "bodies": [box("floor", [4, 4, 1], [0, 0, -0.5])] + [
        box(f"box {k}", [0.2, 0.2, 0.2], [0.03 * k, 0.02 * k, 0.15 + 0.25 * k],
            dynamics={"density": 500, "velocity": [0.1 * k, 0, 0]}) for k in range(4)],
}


def graze(*words, code=0):
    done = subprocess.run([GRAZE, *map(str, words)], capture_output=True, text=True)
    assert done.returncode == code, (words, done.returncode, done.stdout, done.stderr)
    return done.stderr if code == 2 else done.stdout


class SimulationVerbs(unittest.TestCase):
    def setUp(self):
        scratch = tempfile.TemporaryDirectory()
        self.addCleanup(scratch.cleanup)
        self.folder = pathlib.Path(scratch.name)
        self.scene = self.folder / "scene.json"
        self.scene.write_text(json.dumps(SCENE))
        self.whole = self.folder / "whole.rec"

    def simulate(self, *words, code=0):
        return graze("simulate", self.scene, *words, code=code)

    def test_a_killed_run_that_goes_on_writes_the_bytes_of_an_unbroken_one(self):
        killed, goal = self.folder / "killed.rec", 0
        for _ in range(3):  # a run without end, killed again and again
            run = subprocess.Popen([GRAZE, "simulate", self.scene, "-o", killed, "--resume", "--seconds", "1e6"],
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            goal += 9000
            while run.poll() is None and not (killed.exists() and killed.stat().st_size >= goal):
                time.sleep(0.001)
            run.send_signal(signal.SIGKILL)
            run.communicate()
            self.assertEqual(run.returncode, -signal.SIGKILL)
            goal = killed.stat().st_size
        with open(killed, "ab") as file:  # and once more within the bytes of a step
            file.write(b"\x70\x01\x00\x00\x00\x00\x00\x00torn")
        end = json.loads(graze("replay", killed, "--json"))["time"] + 0.1
        self.simulate("-o", killed, "--resume", "--seconds", end)
        self.simulate("-o", self.whole, "--seconds", end)
        self.assertEqual(killed.read_bytes(), self.whole.read_bytes())

    def test_threads_do_not_change_a_byte(self):
        self.simulate("-o", self.whole, "--threads", 1)
        self.simulate("-o", self.folder / "two.rec", "--threads", 2)
        self.assertEqual(self.whole.read_bytes(), (self.folder / "two.rec").read_bytes())

    def test_a_budget_stops_and_says_so(self):
        text = self.simulate("-o", self.whole, "--seconds", 1e6, "--budget", 0.2, code=3)
        self.assertIn("--resume", text)
        self.assertEqual(json.loads(graze("replay", self.whole, "--json"))["is_cut"], False)

    def test_ctrl_c_leaves_a_whole_recording(self):
        run = subprocess.Popen([GRAZE, "simulate", self.scene, "-o", self.whole, "--seconds", "1e6"],
                               stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        while run.poll() is None and not (self.whole.exists() and self.whole.stat().st_size > 8000):
            time.sleep(0.001)
        run.send_signal(signal.SIGINT)
        self.assertIn("--resume", run.communicate(timeout=60)[0])
        self.assertEqual(run.returncode, 3)
        self.assertFalse(json.loads(graze("replay", self.whole, "--json"))["is_cut"])

    def test_a_recording_is_checked_and_proved(self):
        self.simulate("-o", self.whole)
        answer = json.loads(graze("replay", self.whole, "--check", "--json"))
        self.assertEqual(answer["intersecting"], [])
        self.assertTrue(all(r["outcome"] == "separated" for r in answer["between"]["reports"]))
        self.assertEqual(answer["steps"], 60)
        ways, proof = self.folder / "ways.json", self.folder / "ways.cert"
        graze("replay", self.whole, "--certificate", proof, "--write-scene", ways)
        done = subprocess.run([VERIFY, proof, ways], capture_output=True, text=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)
        self.assertIn("accepted", done.stdout)

    def test_bodies_that_pass_are_found(self):
        driven = {"type": "screw", "axis": [0, 0, -1], "slide": 0.5, "from": {"position": [0, 0, 0.3]}}
        passing = {"dynamics": {"step": 0.1, "seconds": 1},
                   "bodies": [box("floor", [1, 1, 0.1], [0, 0, 0]),
                              {"name": "plate", "shape": {"type": "box", "size": [0.2, 0.2, 0.01]}, "motion": driven}]}
        self.scene.write_text(json.dumps(passing))
        self.simulate("-o", self.whole)
        graze("replay", self.whole, "--check", code=4)  # given motions are not the world's to judge
        ways = self.folder / "ways.json"
        graze("replay", self.whole, "--write-scene", ways)
        scene = json.loads(ways.read_text())
        scene["may_touch"] = []
        ways.write_text(json.dumps(scene))
        graze("check", ways, code=1)

    def test_tables_and_animations_are_written(self):
        csv, glb = self.folder / "steps.csv", self.folder / "run.glb"
        self.simulate("-o", self.whole, "--csv", csv, "--gltf", glb)
        lines = csv.read_text().splitlines()
        self.assertEqual(len(lines), 62)
        energies = [sum(map(float, line.split(",")[-3:])) for line in lines[2:]]
        self.assertLess(max(energies[1:]), energies[0] + 1e-9, "nothing gains energy")
        self.assertEqual(glb.read_bytes()[:4], b"glTF")
        graze("export", self.whole, self.folder / "again.glb")
        again = self.folder / "again.csv"
        graze("replay", self.whole, "--csv", again)
        self.assertEqual(csv.read_text(), again.read_text())

    def test_bad_input_is_one_sentence(self):
        self.simulate("-o", self.whole, "--seconds", 0.05)
        for words, says in [((self.scene, "-o", self.whole), "there already"),
                            ((self.scene, "-o", self.whole, "--resume", "--step", 0.02), "another scene"),
                            ((self.scene, "-o", self.scene), "scene.json")]:
            message = graze("simulate", *words, code=2)
            self.assertIn(says, message)
            self.assertEqual(message.count("\n"), 1, message)
        self.assertIn("another kind of file", graze("replay", self.scene, code=2))
        overlapping = dict(SCENE, bodies=[box("floor", [4, 4, 1], [0, 0, -0.5]),
                                          box("box", [1, 1, 1], [0, 0, 0.4], dynamics={})])
        self.scene.write_text(json.dumps(overlapping))
        self.assertIn("'floor' and 'box'", self.simulate("-o", self.folder / "x.rec", code=2))
        self.assertFalse((self.folder / "x.rec").exists())
        self.simulate("-o", self.folder / "x.rec", "--separate", "--seconds", 0.05)


if __name__ == "__main__":
    unittest.main()
