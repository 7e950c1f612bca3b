#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""make bench-report replaces what a page shows by what programs print, and nothing if one fails."""
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[2] / "scripts/bench_report.py"
PAGE = "top\n<!-- run: table 3 -->\nstale\n<!-- end -->\nmiddle\n<!-- run: words -->\n<!-- end -->\nlast\n"


class BenchReport(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        self.page = self.folder / "page.md"
        self.page.write_text(PAGE)
        self.program("table", 'echo "| n |"; echo "|---|"; echo "| $1 |"')

    def program(self, name, text):
        path = self.folder / name
        path.write_text("#!/bin/sh\n" + text + "\n")
        path.chmod(0o755)

    def report(self, *more):
        command = [sys.executable, SCRIPT, "--page", self.page, "--folder", self.folder,
                   "--record", self.folder / "runs.json", *more]
        return subprocess.run(command, capture_output=True, text=True)

    def test_blocks_hold_the_output_with_command_and_commit(self):
        self.program("words", "echo all well")
        self.assertEqual(self.report().returncode, 0)
        text = self.page.read_text()
        self.assertNotIn("stale", text)
        self.assertRegex(text, r"`table 3` at commit \w+.*:\n\n\| n \|\n\|---\|\n\| 3 \|\n")
        self.assertIn("```\nall well\n```", text)
        self.assertTrue(text.startswith("top\n") and text.endswith("last\n"))

    def test_tables_stand_apart_from_the_text_around_them(self):
        self.program("words", 'echo "of 3"; echo "| n |"; echo "|---|"; echo "| 3 |"; echo "all well"')
        self.report()
        self.assertIn("of 3\n\n| n |\n|---|\n| 3 |\n\nall well\n", self.page.read_text())

    def test_a_second_run_changes_nothing(self):
        self.program("words", "echo all well")
        self.report()
        first = self.page.read_text()
        self.report()
        self.assertEqual(self.page.read_text(), first)

    def test_a_program_that_fails_or_is_missing_leaves_the_page_as_it_was(self):
        for text in (None, "exit 3"):
            if text:
                self.program("words", text)
            done = self.report()
            self.assertEqual(done.returncode, 2)
            self.assertIn("words", done.stderr)
            self.assertEqual(self.page.read_text(), PAGE)

    def test_one_block_alone(self):
        self.assertEqual(self.report("--only", "table").returncode, 0)
        self.assertIn("middle\n<!-- run: words -->\n<!-- end -->", self.page.read_text())


if __name__ == "__main__":
    unittest.main()
