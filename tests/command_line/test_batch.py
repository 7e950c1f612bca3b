# SPDX-License-Identifier: MIT
"""graze batch and merge: answers in order, equal for any number of threads and shards, and runs that go on."""
import hashlib
import json
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time
import unittest

GRAZE = sys.argv.pop(1)
ARM = "examples/scenes/arm_and_table.json"


def questions(count):
    random.seed(1)
    values = [[random.uniform(-2, 2) for _ in range(7)] for _ in range(count + 1)]
    return [json.dumps({"joints": {f"link {k + 1}": [values[i][k], values[i + 1][k]]
                                   for k in range(7)}}) for i in range(count)]


class Batch(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.motions = pathlib.Path(self.folder.name) / "motions.jsonl"
        self.out = pathlib.Path(self.folder.name) / "answers.jsonl"
        self.motions.write_text("\n".join(questions(40)) + "\n")
        self.chunk = ("--chunk", "7")

    def tearDown(self):
        self.folder.cleanup()

    def batch(self, *words):
        return subprocess.run([GRAZE, "batch", ARM, str(self.motions), *self.chunk, *words],
                              capture_output=True, text=True, timeout=300)

    def merge(self, *parts):
        return subprocess.run([GRAZE, "merge", *map(str, parts), "--out", str(self.out)],
                              capture_output=True, text=True, timeout=300)

    def part(self, i):
        return pathlib.Path(self.folder.name) / f"part_{i}.jsonl"

    @staticmethod
    def answers(text):
        """The answers; every chunk's last line is checked on the way."""
        header, *lines = text.splitlines(keepends=True)
        header = json.loads(header)
        assert header["format"] == "graze batch 2"
        assert len(header["scene"]) == len(header["questions"]) == 64
        answers, chunk, chunks = [], [], 0
        for line in lines:
            if not line.startswith('{"chunk"'):
                chunk.append(line)
                continue
            end = json.loads(line)
            assert end["chunk"] == chunks and end["answers"] == len(chunk) <= header["chunk_items"]
            assert end["sha256"] == hashlib.sha256("".join(chunk).encode()).hexdigest()
            answers += map(json.loads, chunk)
            chunk, chunks = [], chunks + 1
        assert not chunk and len(answers) == header["items"]
        return answers

    def test_answers_come_in_order_whatever_the_threads(self):
        one = self.batch("--threads", "1")
        lines = self.answers(one.stdout)
        self.assertEqual([line["question"] for line in lines], list(range(1, 41)))
        self.assertEqual(one.stdout, self.batch("--threads", "2").stdout, "byte by byte")
        self.assertNotIn("seconds", lines[0]["stats"])
        timed = self.answers(self.batch("--times").stdout)
        self.assertGreater(timed[0]["stats"]["seconds"], 0.0)
        touches = any(line["outcome"] in ("contact", "overlap_at_start") for line in lines)
        self.assertEqual(one.returncode, 1 if touches else 0)

    def test_a_cut_off_run_goes_on_where_it_stopped(self):
        self.batch("--out", str(self.out))
        whole = self.out.read_text()
        lines = whole.splitlines(keepends=True)
        self.out.write_text("".join(lines[:17]) + lines[17][:30])
        self.assertEqual(self.batch("--out", str(self.out)).returncode, 2, "an old file is not lost")
        self.batch("--out", str(self.out), "--resume")
        self.assertEqual(self.out.read_text(), whole)
        for cut in (0, 20, len(lines[0])):  # within the header, after it
            self.out.write_text(whole[:cut])
            self.batch("--out", str(self.out), "--resume")
            self.assertEqual(self.out.read_text(), whole)

    def test_other_questions_are_refused(self):
        lines = questions(40)
        self.batch("--out", str(self.out))
        whole = self.out.read_text()
        for changed in (lines[1:], lines[:20], lines[1::-1] + lines[2:], lines + lines[:1]):
            self.motions.write_text("\n".join(changed) + "\n")
            result = self.batch("--out", str(self.out), "--resume")
            self.assertEqual(result.returncode, 2)
            self.assertIn("other questions", result.stderr)
            self.assertEqual(self.out.read_text(), whole, "nothing was touched")

    def test_shards_merge_to_the_bytes_of_one_run(self):
        run = self.batch()
        alone, code = run.stdout, run.returncode
        self.assertEqual(code, 1, "some touch")
        for count in (2, 7, 9):
            parts = [self.part(i) for i in range(count)]
            for i, part in enumerate(parts):
                self.batch("--shard", f"{i + 1}/{count}", "--out", str(part))
            self.assertEqual(self.merge(*reversed(parts)).returncode, code)
            self.assertEqual(self.out.read_text(), alone)
            for path in (self.out, *parts):
                path.unlink()

    def test_what_is_missing_or_foreign_is_not_merged(self):
        for i in (1, 2, 3):
            self.batch("--shard", f"{i}/3", "--out", str(self.part(i)))
        missing = self.merge(self.part(1), self.part(3))
        self.assertEqual(missing.returncode, 2)
        self.assertIn("4 of 6 chunks (missing: 1 and 4)", missing.stderr)
        self.assertFalse(self.out.exists())
        self.batch("--shard", "2/3", "--tolerance", "1e-3", "--out", str(self.part(4)))
        self.assertIn("another job", self.merge(self.part(1), self.part(4), self.part(3)).stderr)
        changed = self.part(2).read_text().replace("certified", "Certified", 1)
        self.part(5).write_text(changed)
        self.assertIn("not what was written", self.merge(self.part(1), self.part(5), self.part(3)).stderr)

    def test_a_killed_run_goes_on_without_losing_or_repeating(self):
        alone = self.batch().stdout
        random.seed(2)
        for _ in range(4):
            run = subprocess.Popen([GRAZE, "batch", ARM, str(self.motions), *self.chunk, "--threads", "1",
                                    "--out", str(self.out), "--resume"], stderr=subprocess.DEVNULL)
            time.sleep(random.uniform(0.0, 0.3))
            os.kill(run.pid, signal.SIGKILL)
            run.wait()
        self.batch("--out", str(self.out), "--resume")
        self.assertEqual(self.out.read_text(), alone)

    def test_shorter_forms_say_the_same(self):
        full = self.answers(self.batch().stdout)
        compact = self.answers(self.batch("--form", "compact").stdout)
        for long, short in zip(full, compact):
            self.assertLessEqual(short.items(), {**long, **short}.items())
            self.assertEqual({key: long[key] for key in short}, short)
        verdict = [json.loads(line) for line in self.batch("--form", "verdict").stdout.splitlines()
                   if line.startswith('{"question"')]
        self.assertEqual("".join(line["verdicts"] for line in verdict),
                         "".join(answer["outcome"][0] for answer in full))
        self.assertEqual([line["question"] for line in verdict], list(range(1, 41, 7)))

    def test_each_pair_and_each_stretch_are_jobs_too(self):
        gear = "examples/scenes/falling_gear.json"
        run = lambda *words: subprocess.run([GRAZE, *words], capture_output=True, text=True, timeout=300)
        check = json.loads(run("check", gear, "--json").stdout)["reports"]
        pairs = [json.loads(line) for line in run("batch", gear, "--each-pair").stdout.splitlines()
                 if line.startswith('{"question"')]
        known = {tuple(r["pair"]): r for r in check}
        self.assertTrue(pairs)
        for answer in pairs:
            self.assertEqual(answer["time"], known[tuple(answer["pair"])]["time"])
        self.assertLessEqual({tuple(r["pair"]) for r in check if r["outcome"] != "separated"},
                             {tuple(answer["pair"]) for answer in pairs})
        stretches = run("batch", gear, "--stretches", "8", "--form", "verdict").stdout.splitlines()
        letters = json.loads(stretches[1])["verdicts"]
        self.assertEqual(len(letters), 8)
        self.assertEqual(letters[:2], "sc", "the gear touches at 0.236 of 1 s")
        way = ["examples/robots/arm.urdf", "--srdf", "examples/robots/arm.srdf",
               "--trajectory", "examples/robots/bad_way.csv"]
        whole = run("check", *way)
        cut = run("batch", *way, "--stretches", "5", "--form", "verdict")
        self.assertEqual(whole.returncode, cut.returncode)

    def test_a_second_run_keeps_away_from_the_file_of_the_first(self):
        import fcntl
        self.batch("--out", str(self.out))
        with open(self.out, "a") as other:
            fcntl.flock(other, fcntl.LOCK_EX)
            self.assertIn("another run", self.batch("--out", str(self.out), "--resume").stderr)

    def test_a_foreign_file_is_not_resumed(self):
        self.batch("--out", str(self.out))
        whole = self.out.read_text()
        lines = whole.splitlines(keepends=True)
        damaged = whole.replace('"question":5,', '"question":6,', 1)
        for text in ("garbage\n", "garbage", lines[0] + "garbage\n", lines[0] + "garbage", damaged):
            self.out.write_text(text)
            self.assertEqual(self.batch("--out", str(self.out), "--resume").returncode, 2, text[:80])
            self.assertEqual(self.out.read_text(), text)
        self.out.write_text(whole)
        other = self.batch("--out", str(self.out), "--resume", "--tolerance", "1e-3")
        self.assertEqual(other.returncode, 2)
        self.assertIn("other options", other.stderr)

    def test_a_link_is_not_written_through(self):
        victim = pathlib.Path(self.folder.name) / "victim"
        self.out.symlink_to(victim)
        self.assertEqual(self.batch("--out", str(self.out)).returncode, 2)
        self.assertFalse(victim.exists())

    def test_a_wrong_line_is_named(self):
        self.motions.write_text(questions(2)[0] + "\n" + '{"joints": {"link 9": [0, 1]}}\n')
        result = self.batch()
        self.assertEqual(result.returncode, 2)
        self.assertIn("motions.jsonl:2", result.stderr)
        self.assertIn("link", result.stderr)


if __name__ == "__main__":
    unittest.main()
