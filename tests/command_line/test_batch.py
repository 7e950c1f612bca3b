# SPDX-License-Identifier: MIT
"""graze batch: answers in order, equal for any number of threads, and a run that goes on."""
import json
import pathlib
import random
import subprocess
import sys
import tempfile
import unittest

GRAZE = sys.argv.pop(1)
ARM = "examples/scenes/arm_and_table.json"


def questions(count):
    random.seed(1)
    values = [[random.uniform(-1, 1) for _ in range(7)] for _ in range(count + 1)]
    return [json.dumps({"joints": {f"link {k + 1}": [values[i][k], values[i + 1][k]]
                                   for k in range(7)}}) for i in range(count)]


class Batch(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.motions = pathlib.Path(self.folder.name) / "motions.jsonl"
        self.out = pathlib.Path(self.folder.name) / "answers.jsonl"
        self.motions.write_text("\n".join(questions(40)) + "\n")

    def tearDown(self):
        self.folder.cleanup()

    def batch(self, *words):
        return subprocess.run([GRAZE, "batch", ARM, str(self.motions), *words], capture_output=True,
                              text=True, timeout=300)

    @staticmethod
    def answers(text):
        header, *lines = [json.loads(line) for line in text.splitlines()]
        assert header["format"] == "graze batch 1" and len(header["scene"]) == 64
        return lines

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

    def test_questions_may_be_appended_and_not_changed(self):
        lines = questions(40)
        self.motions.write_text("\n".join(lines[:30]) + "\n")
        self.batch("--out", str(self.out))
        short = self.out.read_text()
        self.motions.write_text("\n".join(lines) + "\n")
        self.batch("--out", str(self.out), "--resume")
        grown = self.out.read_text()
        self.assertTrue(grown.startswith(short))
        self.assertEqual(grown, self.batch().stdout)
        for changed in (lines[1:], lines[:20], lines[1::-1] + lines[2:]):
            self.motions.write_text("\n".join(changed) + "\n")
            result = self.batch("--out", str(self.out), "--resume")
            self.assertEqual(result.returncode, 2)
            self.assertIn("other questions", result.stderr)
            self.assertEqual(self.out.read_text(), grown, "nothing was touched")

    def test_a_foreign_file_is_not_resumed(self):
        self.batch("--out", str(self.out))
        whole = self.out.read_text()
        lines = whole.splitlines(keepends=True)
        for text in ("garbage\n", "garbage", lines[0] + "garbage\n", lines[0] + lines[2],
                     "".join(lines[:3]) + lines[2]):
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
