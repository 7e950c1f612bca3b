# SPDX-License-Identifier: MIT
"""graze repair on broken boxes and gears: closed again, with the volume that they had."""
import json
import random
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

GRAZE = sys.argv.pop(1)


def graze(*words):
    done = subprocess.run([GRAZE, *map(str, words)], capture_output=True, text=True, timeout=300)
    assert done.returncode in (0, 1), done.stderr
    return done.returncode, json.loads(done.stdout)


class Repair(unittest.TestCase):
    def setUp(self):
        self.keeper = tempfile.TemporaryDirectory()
        self.addCleanup(self.keeper.cleanup)
        self.folder = Path(self.keeper.name)

    def shape(self, name):
        path = self.folder / "whole.obj"
        graze("shape", name, path, "--json")
        lines = path.read_text().splitlines()
        return [l for l in lines if l.startswith("v ")], [l.split()[1:] for l in lines if l.startswith("f ")]

    def volume(self, path):
        return graze("info", path, "--json")[1]["meshes"][0]["volume"]

    def mend(self, vertices, faces, *words):
        path = self.folder / "broken.obj"
        path.write_text("\n".join(vertices + ["f " + " ".join(face) for face in faces]) + "\n")
        return graze("repair", path, self.folder / "mended.obj", "--json", *words)

    def test_a_box_with_every_fault_is_the_box_again(self):
        vertices, faces = self.shape("box")
        truth = self.volume(self.folder / "whole.obj")
        broken = [[a, c, b] if number % 3 == 0 else [a, b, c] for number, (a, b, c) in enumerate(faces[1:])]
        broken += [broken[0], ["1", "1", "2"]]
        code, report = self.mend(vertices, broken)
        self.assertEqual((code, report["closed"], report["open_edges"]), (0, True, 0))
        self.assertEqual((report["removed_triangles"], report["filled_holes"]), (2, 1))
        self.assertAlmostEqual(self.volume(self.folder / "mended.obj"), truth, places=12)

    def test_soups_of_triangles_are_welded_and_turned(self):
        vertices, faces = self.shape("gear")
        truth = self.volume(self.folder / "whole.obj")
        choose = random.Random(1)
        soup, corners = [], []
        for face in faces:
            corners.append([str(len(soup) + k) for k in (1, 2, 3)])
            soup += [vertices[int(v) - 1] for v in face]
            if choose.random() < 0.5:
                corners[-1].reverse()
        code, report = self.mend(soup, corners)
        self.assertEqual(code, 0, report)
        self.assertEqual(report["welded_vertices"], len(soup) - len({tuple(v.split()) for v in soup}))
        self.assertAlmostEqual(self.volume(self.folder / "mended.obj"), truth, places=9)

    def test_near_vertices_are_welded_only_if_asked(self):
        vertices, faces = self.shape("box")
        shifted = vertices + [vertices[0].replace(vertices[0].split()[1], str(float(vertices[0].split()[1]) + 1e-6), 1)]
        faces[next(i for i, f in enumerate(faces) if "1" in f)] = [
            str(len(shifted)) if v == "1" else v for v in next(f for f in faces if "1" in f)]
        self.assertEqual(self.mend(shifted, faces, "--no-fill")[0], 1)
        self.assertEqual(self.mend(shifted, faces, "--no-fill", "--weld", "1e-5")[0], 0)

    def test_what_is_whole_stays_as_it_is(self):
        code, report = self.mend(*self.shape("gear"))
        self.assertEqual(code, 0)
        for key in ("welded_vertices", "removed_triangles", "turned_triangles", "filled_holes"):
            self.assertEqual(report[key], 0, key)


if __name__ == "__main__":
    unittest.main()
