#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""find_package(graze) works from an install tree that was moved after installing.

    test_install.py BUILD_FOLDER CMAKE [CXX_FLAGS]
"""
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

CONSUMER = Path(__file__).resolve().parent / "consumer"
SOURCES = CONSUMER.parents[2] / "include"
BUILD, CMAKE, FLAGS = Path(sys.argv[1]), sys.argv[2], " ".join(sys.argv[3:])


def run(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if done.returncode != 0:
        raise AssertionError(f"{command} gave {done.returncode}\n{done.stdout}\n{done.stderr}")
    return done.stdout


class InstallTree(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        installed, self.prefix = (Path(self.folder.name) / name for name in ("first", "second"))
        run(CMAKE, "--install", BUILD, "--prefix", installed)
        installed.rename(self.prefix)

    def tearDown(self):
        self.folder.cleanup()

    def test_what_users_need_is_installed_and_nothing_else(self):
        include = self.prefix / "include"
        page = (CONSUMER.parents[2] / "docs/cpp_api.md").read_text(encoding="utf-8")
        named = set(re.findall(r"include/(graze/[a-z0-9_/]+\.h)", page))
        front = set(re.findall(r"include/(graze/[a-z0-9_/]+\.h)", page.split("\n## ")[1]))
        self.assertTrue(20 <= len(front) <= 28, f"the front door of docs/cpp_api.md has {len(front)}")
        door = (SOURCES / "graze/graze.h").read_text(encoding="utf-8")
        self.assertEqual(front, set(re.findall(r"^#include <(graze/[^>]+)", door, re.MULTILINE)))
        wanted, open_ = set(), {"graze/graze.h", "graze/io.h"} | named
        while open_:
            header = open_.pop()
            wanted.add(header)
            text = (SOURCES / header).read_text(encoding="utf-8")
            open_ |= set(re.findall(r"#include [<\"](graze/[^>\"]+)", text)) - wanted
        installed = {str(p.relative_to(include)) for p in include.rglob("*.h")}
        self.assertEqual(installed, wanted)
        for internal in ("base/parallel.h", "broadphase/candidate_pairs.h", "certify/check_proof.h", "jobs/job.h"):
            self.assertNotIn("graze/" + internal, installed, "an internal one")

    def test_a_foreign_project_finds_links_and_runs(self):
        build = Path(self.folder.name) / "build"
        run(CMAKE, "-G", "Ninja", "-S", CONSUMER, "-B", build, f"-DCMAKE_PREFIX_PATH={self.prefix}",
            f"-DCMAKE_CXX_FLAGS={FLAGS}", "-DCMAKE_BUILD_TYPE=Release")
        run(CMAKE, "--build", build)
        self.assertRegex(run(build / "rod"), r"no contact before 0\.\d+ s; at 0\.\d+ s nearer than")
        self.assertEqual(run(build / "convert"), "no/such/file.obj\n")

    def test_the_example_of_the_readme_is_the_one_that_was_built(self):
        readme = (CONSUMER.parents[2] / "README.md").read_text()
        example = readme.split("```cpp\n")[1].split("```")[0]
        self.assertTrue((CONSUMER / "main.cpp").read_text().endswith(example))

    def test_the_command_line_is_installed_and_runs(self):
        self.assertRegex(run(self.prefix / "bin/graze", "--version"), r"\d+\.\d+\.\d+")

    def test_no_path_of_the_build_or_the_sources_leaks_into_the_package(self):
        for path in self.prefix.rglob("*.cmake"):
            text = path.read_text()
            self.assertNotIn(str(BUILD), text, path)
            self.assertNotIn(str(CONSUMER.parents[2]), text, path)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
