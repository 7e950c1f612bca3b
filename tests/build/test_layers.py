#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The layer check passes on the sources and fails on each kind of forbidden include."""
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]

# file that gets a new first include, include, what the message must say
FORBIDDEN = [
    ("src/base/error.cpp", '"graze/math/vec.h"', "base/ is in layer 0, math/ in layer 1"),
    ("src/contact/contact_report.cpp", '"graze/geometry/box.h"', "contact/ is in layer 2"),
    ("include/graze/geometry/box.h", "<graze/contact/contact_report.h>", "geometry/ is in layer 2"),
    ("include/graze/spatial/obb_tree.h", "<graze/motion/motion.h>", "spatial/ is in layer 3"),
    ("src/io/file.cpp", '"graze/query/first_contact.h"', "io/ is in layer 6, query/ in layer 6"),
    ("src/io/file.cpp", '"dynamics/world.h"', "io/ is in layer 6, dynamics/ in layer 7"),
    ("include/graze/base/hash.h", '"base/private.h"', "a public header includes a private one"),
    ("include/graze/methods/bisection.h", "<graze/methods/linear.h>",
     "methods/bisection/ is in layer 5, methods/linear/ in layer 5"),
    ("include/graze/methods/bisection.h", "<graze/query/first_contact.h>", "in layer 6"),
    ("src/certify/probe.cpp", '"graze/methods/bisection.h"', "certify/ may see layers 0 to 4"),
    ("src/certify/probe.cpp", '"graze/query/first_contact.h"', "certify/ may see layers 0 to 4"),
    ("src/broadphase/probe.cpp", '"graze/methods/bisection.h"', "broadphase/ is in layer 5"),
    ("src/base/error.cpp", '"graze/utils/strings.h"', "'utils' has no layer"),
    ("src/geometry/aabb.cpp", "<tbb/parallel_for.h>", "geometry/ may not see it, only base may"),
    ("include/graze/math/vec.h", "<iostream>", "math/ may not see it, only tools may"),
    ("src/contact/contact_report.cpp", "<nlohmann/json.hpp>", "contact/ may not see it"),
    ("include/graze/base/hash.h", "<graze/base/hash.h>", "include cycle"),
]


def check(root):
    run = subprocess.run([sys.executable, str(ROOT / "scripts/check_layers.py"), str(root)],
                         capture_output=True, text=True)
    return run.returncode, run.stderr


def add_include(path, include):
    """Puts the include on line 2, below the licence line; makes the file if there is none."""
    path.parent.mkdir(parents=True, exist_ok=True)
    text = path.read_text() if path.exists() else "// SPDX-License-Identifier: MIT\n"
    first, rest = text.split("\n", 1)
    path.write_text(f"{first}\n#include {include}\n{rest}")


class Layers(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.root = Path(self.folder.name)
        for top in ("include", "src", "tools"):
            shutil.copytree(ROOT / top, self.root / top)

    def tearDown(self):
        self.folder.cleanup()

    def test_the_sources_obey_the_layers(self):
        self.assertEqual(check(ROOT), (0, ""))

    def test_a_forbidden_include_is_named_with_file_and_line(self):
        for file, include, words in FORBIDDEN:
            with self.subTest(file=file, include=include):
                path = self.root / file
                before = path.read_text() if path.exists() else None
                add_include(path, include)
                code, errors = check(self.root)
                self.assertEqual(code, 1)
                self.assertIn(words, errors)
                self.assertIn(file + (":1:" if "cycle" in words else ":2:"), errors)
                path.unlink() if before is None else path.write_text(before)

    def test_includes_of_lower_layers_and_of_the_own_folder_pass(self):
        add_include(self.root / "src/query/probe.cpp", '"graze/methods/bisection.h"')
        add_include(self.root / "src/certify/probe.cpp", '"graze/scene/scene.h"')
        add_include(self.root / "src/base/probe.cpp", '"graze/base/error.h"')
        self.assertEqual(check(self.root), (0, ""))

    def test_a_cycle_of_two_headers_in_one_folder_is_found(self):
        for one, other in (("one", "other"), ("other", "one")):
            path = self.root / f"include/graze/math/{one}.h"
            add_include(path, f"<graze/math/{other}.h>")
        code, errors = check(self.root)
        self.assertEqual(code, 1)
        self.assertIn("include cycle: include/graze/math/one.h -> include/graze/math/other.h", errors)

    def test_a_folder_without_a_layer_is_refused(self):
        path = self.root / "src/utils/strings.cpp"
        add_include(path, "<string>")
        code, errors = check(self.root)
        self.assertEqual(code, 1)
        self.assertIn("src/utils/strings.cpp:1: folder 'utils' has no layer", errors)


if __name__ == "__main__":
    unittest.main()
