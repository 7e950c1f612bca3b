#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Graze inside another project, from a clean folder, by the CMake lines that docs/cpp/start.md shows.

    test_subproject.py CMAKE     with GRAZE_TRIALS=1 the game is built and run, too: that is the whole core anew
"""
import os
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CMAKE = sys.argv[1]
BLOCKS = re.findall(r"```cmake\n(.*?)```", (ROOT / "docs/cpp/start.md").read_text(encoding="utf-8"), re.S)
# What graze::io and the tools need, and the core does not.
NOT_NEEDED = ["nlohmann_json", "fmt", "tinyxml2", "PNG", "ZLIB", "yaml-cpp", "GTest", "Boost", "MPI", "CLI11", "Python3"]
BUILDS = float(os.environ.get("GRAZE_TRIALS", "0")) >= 1


def run(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True)
    if done.returncode != 0:
        raise AssertionError(f"{command} gave {done.returncode}\n{done.stdout[-3000:]}\n{done.stderr[-3000:]}")
    return done.stdout


class Subproject(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.game = Path(folder.name) / "game"
        self.game.mkdir()
        source = (ROOT / "examples/users/game/main.cpp").read_text(encoding="utf-8")
        (self.game / "main.cpp").write_text(source, encoding="utf-8")

    def try_project(self, block, *more):
        (self.game / "CMakeLists.txt").write_text(block, encoding="utf-8")
        build = self.game / "build"
        without = [f"-DCMAKE_DISABLE_FIND_PACKAGE_{name}=ON" for name in NOT_NEEDED]
        run(CMAKE, "-G", "Ninja", "-S", self.game, "-B", build, "-DCMAKE_BUILD_TYPE=Release", *without, *more)
        targets = run(CMAKE, "--build", build, "--target", "help")
        self.assertIn("libgraze.a", targets)
        for foreign in ("graze_io", "graze_tool", "test_", "graze_python"):
            self.assertNotIn(foreign, targets)
        run(CMAKE, "--build", build, "--", "-n")  # the graph is whole
        if BUILDS:
            run(CMAKE, "--build", build, "--target", "game")
            self.assertRegex(run(build / "game"), r"\d+ of 200 shots hit a wall")

    def test_fetched_from_git(self):
        block = next(block for block in BLOCKS if "FetchContent_Declare" in block)
        if not (ROOT / ".git").exists():
            return self.try_project(block, f"-DFETCHCONTENT_SOURCE_DIR_GRAZE={ROOT}")
        commit = run("git", "-C", ROOT, "rev-parse", "HEAD").strip()
        self.try_project(re.sub(r"GIT_REPOSITORY \S+ GIT_TAG \w+", f"GIT_REPOSITORY file://{ROOT} GIT_TAG {commit}", block))

    def test_as_a_folder(self):
        (self.game / "graze").symlink_to(ROOT)
        self.try_project(next(block for block in BLOCKS if "add_subdirectory" in block))

    def test_the_page_also_shows_how_to_find_an_installed_one(self):
        consumer = (ROOT / "tests/build/consumer/CMakeLists.txt").read_text(encoding="utf-8")
        self.assertIn(next(block for block in BLOCKS if "find_package" in block), consumer)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1])
