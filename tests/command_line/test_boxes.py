# SPDX-License-Identifier: MIT
"""graze boxes and graze check --method analytic: boxes, polytopes, k-DOPs, meshes."""
import json
import os
import subprocess
import sys
import tempfile
import unittest

GRAZE = os.path.abspath(sys.argv.pop(1))
BOXES = "examples/scenes/tumbling_boxes.json"
POLYTOPES = "examples/scenes/tumbling_polytopes.json"


def graze(*words):
    return subprocess.run([GRAZE, *map(str, words)], capture_output=True, text=True, timeout=300)


def pairs(*words):
    result = graze("boxes", *words, "--json")
    document = json.loads(result.stdout)
    return result.returncode, {tuple(p["pair"]): p for p in document["pairs"]}


def write(path, motion, a=(0.5, 0.5, 0.5), b=(0.5, 0.5, 0.5)):
    bodies = [{"name": "a", "shape": {"type": "box", "half_size": list(a)}},
              {"name": "b", "shape": {"type": "box", "half_size": list(b)}, "motion": motion}]
    with open(path, "w") as file:
        json.dump({"bodies": bodies}, file)


class Boxes(unittest.TestCase):
    def test_boxes_with_an_account(self):
        result = graze("boxes", BOXES, "--explain")
        self.assertEqual(result.returncode, 1)
        self.assertIn("homogeneous intervals", result.stdout)
        self.assertIn("edge -x -y / edge +x +z", result.stdout)

    def test_one_of_a_thing_is_not_many(self):
        result = graze("boxes", "examples/scenes/paper_linear.json", "--explain")
        self.assertIn("1 homogeneous interval,", result.stdout)
        self.assertNotRegex(result.stdout, r"\b1 (homogeneous intervals|pairs|zeros|contacts)\b")

    def test_convex_meshes_are_polytopes_and_others_are_left_out(self):
        code, found = pairs(POLYTOPES)
        self.assertEqual(code, 1)
        self.assertEqual(list(found), [("gem", "cone")])
        pair = found["gem", "cone"]
        self.assertEqual(pair["solids"], "polytopes")
        self.assertEqual(len(pair["intervals"]), 1)
        self.assertIn(pair["intervals"][0]["entry_features"][0]["kind"], ("vertex", "edge", "face"))

    def test_the_contact_of_polytopes_is_that_of_their_meshes(self):
        _, found = pairs(POLYTOPES)
        entry = found["gem", "cone"]["intervals"][0]["entry"]
        for method in ("analytic", "certified"):
            result = graze("check", POLYTOPES, "--method", method, "--pairs", "gem:cone", "--json")
            report = json.loads(result.stdout)["reports"][0]
            self.assertEqual(report["method"], method)
            self.assertAlmostEqual(report["time"][1], entry[0], delta=1e-5)

    def test_dops_enclose_what_they_stand_for(self):
        code, found = pairs(POLYTOPES, "--dop", 26)
        self.assertEqual(code, 1)
        self.assertEqual(len(found), 3)
        result = graze("check", POLYTOPES, "--json")
        for report in json.loads(result.stdout)["reports"]:
            intervals = found[tuple(report["pair"])]["intervals"]
            self.assertLessEqual(intervals[0]["entry"][0], report["time"][1])

    def test_meshes_answer_as_the_certified_method_does(self):
        answers = [json.loads(graze("check", POLYTOPES, "--method", m, "--json").stdout)["reports"]
                   for m in ("analytic", "certified")]
        for analytic, certified in zip(*answers):
            self.assertEqual(analytic["outcome"], certified["outcome"])
            self.assertAlmostEqual(analytic["time"][0], certified["time"][1], delta=1e-5)

    def test_motions_of_several_pieces_are_explained_and_drawn(self):
        poses = [{"time": t, "position": [4 - 8 * t, 0.2, 0.1 * t], "rotation": {"rotation_vector": [0, 0.3 * t, t]}}
                 for t in (0, 0.3, 0.6, 1)]
        with tempfile.TemporaryDirectory() as folder:
            scene, plot = os.path.join(folder, "scene.json"), os.path.join(folder, "planes.svg")
            write(scene, {"type": "rational", "poses": poses})
            result = graze("boxes", scene, "--explain", "--plot", plot)
            self.assertEqual(result.returncode, 1, result.stderr)
            self.assertIn("as printed: 3 pieces, degree", result.stdout)
            with open(plot) as file:
                self.assertEqual(file.read().count("<polyline"), 31)

    def test_affine_motions_are_answered_here_and_refused_elsewhere(self):
        motion = {"type": "affine", "matrix": [[[1, 2], [0], [0], [3]], [[0], [1], [0], [0]], [[0], [0], [1], [0]]]}
        with tempfile.TemporaryDirectory() as folder:
            scene = os.path.join(folder, "scene.json")
            write(scene, motion)  # 3 - 0.5 (1 + 2 t) stays above 0.5
            code, found = pairs(scene)
            (pair,) = found.values()
            self.assertEqual((code, pair["solids"], pair["intervals"]), (0, "affine boxes", []))
            motion["matrix"][0][0] = [1, 8]  # 3 - 0.5 (1 + 8 t) = 0.5 at t = 0.5
            write(scene, motion)
            code, found = pairs(scene)
            (pair,) = found.values()
            self.assertEqual(code, 1)
            self.assertAlmostEqual(pair["intervals"][0]["entry"][0], 0.5, delta=1e-9)
            refused = graze("check", scene)
            self.assertEqual(refused.returncode, 2)
            self.assertIn("graze boxes", refused.stderr)

    def test_a_printed_matrix_that_is_no_rotation_is_taken_as_it_stands(self):
        motion = {"type": "rational",
                  "matrix": [[[-0.88], [0.07], [0.48], [-28.35, 45.11]], [[-0.16], [-0.9], [0.41], [-36.86, 60.69]],
                             [[-0.46], [-0.43], [-0.78], [0]]]}
        with tempfile.TemporaryDirectory() as folder:
            scene = os.path.join(folder, "scene.json")
            write(scene, motion, [12, 3, 12], [3.54, 3.54, 3.54])
            result = graze("boxes", scene, "--json")
            self.assertIn("not a rotation", result.stderr)
            entry = json.loads(result.stdout)["pairs"][0]["intervals"][0]["entry"]
            self.assertAlmostEqual(entry[0], 0.47, delta=0.005)
            self.assertEqual(graze("check", scene).returncode, 2)

    def test_refusals(self):
        self.assertEqual(graze("boxes", BOXES, "--dop", 7).returncode, 2)
        plot = graze("boxes", POLYTOPES, "--plot", os.devnull)
        self.assertEqual(plot.returncode, 2)
        self.assertIn("one pair of boxes", plot.stderr)
        named = graze("boxes", POLYTOPES, "--pairs", "gem:gear")
        self.assertEqual(named.returncode, 2)
        self.assertIn("--dop", named.stderr)
        grown = graze("check", BOXES, "--method", "analytic", "--min-separation", 0.1)
        self.assertEqual(grown.returncode, 2)
        self.assertIn("separation", grown.stderr)


if __name__ == "__main__":
    unittest.main()
