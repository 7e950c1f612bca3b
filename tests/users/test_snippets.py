# SPDX-License-Identifier: MIT
"""Every C++ snippet of the docs is part of a program that is built and run, and prints what its page shows.

    test_snippets.py GUIDE     the program of examples/guide
"""
import re
import subprocess
import sys
import textwrap
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
GUIDE = sys.argv.pop(1)
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
PROGRAMS = [*(ROOT / "examples").rglob("*.cpp"), *(ROOT / "tests/build/consumer").glob("*.cpp")]


def blocks(page, kind):
    return re.findall(rf"^```{kind}\n(.*?)^```", page.read_text(encoding="utf-8"), re.S | re.M)


def squeezed(text):
    """Lines without indentation: a snippet may stand deeper in its program, and be wrapped there."""
    return " ".join(text.split())


class Snippets(unittest.TestCase):
    def test_every_snippet_is_part_of_a_program(self):
        programs = [squeezed(path.read_text(encoding="utf-8")) for path in PROGRAMS]
        count = 0
        for page in PAGES:
            for block in blocks(page, "cpp"):
                count += 1
                with self.subTest(page=page.name):
                    self.assertTrue(any(squeezed(block) in text for text in programs),
                                    f"no program of examples/ has\n{textwrap.indent(block, '    ')}")
        self.assertGreater(count, 25)

    def test_the_guide_prints_what_its_pages_show(self):
        printed = subprocess.run([GUIDE], capture_output=True, text=True, check=True, timeout=120).stdout
        parts = dict(re.findall(r"^== (\w+)\n(.*?)(?=^== |\Z)", printed, re.S | re.M))
        shown = 0
        for page in sorted((ROOT / "docs/cpp").glob("*.md")):
            for block in blocks(page, "text"):
                shown += 1
                with self.subTest(page=page.name):
                    self.assertIn(block, parts[page.stem])
        self.assertGreater(shown, 8)


if __name__ == "__main__":
    unittest.main()
