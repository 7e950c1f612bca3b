# SPDX-License-Identifier: MIT
"""What hostile input and a bad day must not do: see docs/threat_model.md."""
import json
import os
import pathlib
import resource
import signal
import subprocess
import sys
import tempfile
import time
import unittest

GRAZE = sys.argv.pop(1)
GEAR = pathlib.Path("examples/scenes/falling_gear.json").resolve()


def run(*words, **more):
    return subprocess.run([GRAZE, *map(str, words)], capture_output=True, text=True, timeout=300, **more)


class Trust(unittest.TestCase):
    def setUp(self):
        self.holder = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.holder.name)

    def tearDown(self):
        self.holder.cleanup()

    def assert_refused(self, result, *words):
        self.assertEqual(result.returncode, 2, result.stdout + result.stderr)
        self.assertEqual(len(result.stderr.strip().splitlines()), 1, result.stderr)
        for word in words:
            self.assertIn(word, result.stderr)

    def test_a_certificate_does_not_replace_what_it_rests_on(self):
        scene = self.folder / "scene.json"
        run("shape", "blob", "--triangles", "400", self.folder / "rock.obj")
        scene.write_text(json.dumps({"bodies": [
            {"name": "a", "shape": {"type": "file", "path": "rock.obj"}},
            {"name": "b", "shape": {"type": "box", "size": [1, 1, 1]}, "pose": {"position": [9, 0, 0]}}]}))
        for name in ("scene.json", "rock.obj"):
            before = (self.folder / name).read_bytes()
            self.assert_refused(run("check", scene, "--certificate", self.folder / name), "rests on")
            self.assertEqual((self.folder / name).read_bytes(), before)
        self.assertEqual(run("check", scene, "--certificate", self.folder / "new.proof").returncode, 0)

    def test_nesting_and_compounds_are_refused(self):
        deep = self.folder / "deep.gltf"
        deep.write_text('{"asset":{"version":"2.0"},"extras":' + 20000 * "[" + 20000 * "]" + "}")
        self.assert_refused(run("check", deep), "nesting")
        shapes = {"s0": {"type": "box", "size": [1, 1, 1]}}
        for i in range(1, 31):
            shapes[f"s{i}"] = {"type": "compound", "parts": 2 * [{"shape": f"s{i - 1}"}]}
        scene = self.folder / "compounds.json"
        scene.write_text(json.dumps({"shapes": shapes, "bodies": [{"name": "a", "shape": "s30"}]}))
        self.assert_refused(run("check", scene), "compounds")

    def test_nothing_outside_of_the_root_is_read(self):
        inner = self.folder / "inner"
        inner.mkdir()
        run("shape", "blob", "--triangles", "400", self.folder / "rock.obj")
        scene = inner / "scene.json"
        scene.write_text(json.dumps({"bodies": [{"name": "a", "shape": {"type": "file", "path": "../rock.obj"}},
            {"name": "b", "shape": {"type": "box", "size": [1, 1, 1]}, "pose": {"position": [9, 0, 0]}}]}))
        self.assertEqual(run("check", scene).returncode, 0)
        self.assertEqual(run("--root", self.folder, "check", scene).returncode, 0)
        self.assert_refused(run("--root", inner, "check", scene), "outside of the root")
        self.assert_refused(run("--root", self.folder / "none", "check", scene), "root")

    def test_an_endless_device_and_a_broken_one_are_refused(self):
        self.assert_refused(run("--max-file-bytes", 1000000, "check", "/dev/zero"), "/dev/zero")
        self.assert_refused(run("monitor", GEAR, "--poses", "/proc/self/mem"), "read error")
        self.assert_refused(run("batch", GEAR, "/proc/self/mem"), "read error")
        (self.folder / "long").write_text("x" * 5000 + "\n")
        self.assert_refused(run("--max-line-bytes", 1000, "batch", GEAR, self.folder / "long"), "long:1")

    def test_a_full_disk_is_told_and_leaves_the_old_file(self):
        out = self.folder / "big.obj"
        out.write_text("old")
        limit = lambda: resource.setrlimit(resource.RLIMIT_FSIZE, (100000, 100000))
        self.assert_refused(run("shape", "blob", "--triangles", "50000", out, preexec_fn=limit), "big.obj")
        self.assertEqual(out.read_text(), "old")
        self.assertEqual(os.listdir(self.folder), ["big.obj"])

    def test_the_limit_of_time_is_stated(self):
        for verb in ("check", "clearance", "intervals"):
            self.assertIn("[3600; jobs: none]", run(verb, "--help").stdout, verb)
        self.assertIn("[3600]", run("step", "--help").stdout)

    def test_a_walk_ends_when_its_time_is_used_up(self):
        walk = run("step", GEAR, "--dt", 1e-6, "--budget", 0.02)
        self.assertEqual(walk.returncode, 3, walk.stderr)
        self.assertIn("stopped at", walk.stdout)

    def test_ctrl_c_ends_a_long_measurement(self):
        process = subprocess.Popen([GRAZE, "volume", "examples/scenes/pressed_rings.json", "--pixels", "4096"],
                                   stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(0.3)
        process.send_signal(signal.SIGINT)
        self.assertEqual(process.wait(timeout=20), -signal.SIGINT)

    def test_ctrl_c_while_a_file_is_read_says_so(self):
        pipe = self.folder / "slow.json"
        os.mkfifo(pipe)
        process = subprocess.Popen([GRAZE, "check", str(pipe)], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE,
                                   text=True)
        with open(pipe, "w"):  # opened by both: the program reads, and nobody writes
            time.sleep(0.1)
            process.send_signal(signal.SIGINT)
            sentence = process.communicate(timeout=20)[1]
        self.assertEqual(process.returncode, -signal.SIGINT)
        self.assertEqual(sentence, "graze: stopped by Ctrl-C before there was an answer\n")

    def test_names_do_not_reach_the_terminal_as_commands(self):
        scene = self.folder / "scene.json"
        box = {"type": "box", "size": [1, 1, 1]}
        scene.write_text(json.dumps({"bodies": [{"name": "a\x1b[2J\u009b", "shape": box},
                                                {"name": "b\tc", "shape": box, "pose": {"position": [9, 0, 0]}}]}))
        out = run("check", scene, "--details").stdout
        self.assertIn("a\\x1b[2J\\x9b / b\\x09c", out)
        self.assertNotIn("\x1b", out)

    def test_a_signal_leaves_no_file_behind(self):
        for number in (signal.SIGINT, signal.SIGTERM):
            process = subprocess.Popen([GRAZE, "shape", "blob", "--triangles", "4000000", str(self.folder / "big.obj")],
                                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
            while process.poll() is None and not os.listdir(self.folder):
                time.sleep(0.002)
            process.send_signal(number)
            process.wait(timeout=300)
            self.assertFalse([name for name in os.listdir(self.folder) if ".part" in name])
            (self.folder / "big.obj").unlink(missing_ok=True)


if __name__ == "__main__":
    unittest.main()
