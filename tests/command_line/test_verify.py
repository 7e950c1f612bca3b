# SPDX-License-Identifier: MIT
"""graze check --certificate, graze verify, graze-verify and graze truth, as a user runs them."""
import json
import shutil
import struct
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

GRAZE = Path(sys.argv.pop(1)).resolve()
VERIFY = GRAZE.parent / "graze-verify"
SCENES = Path("examples/scenes")
GEAR = SCENES / "falling_gear.json"


def run(*words):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, timeout=300)


class Verify(unittest.TestCase):
    def setUp(self):
        self.folder = Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)
        self.proof = self.folder / "proof"

    def certify(self, scene, *words):
        result = run(GRAZE, "check", scene, "--certificate", self.proof, *words)
        self.assertIn(result.returncode, (0, 1), result.stderr)
        return result

    def test_what_check_says_is_proved_and_both_programs_accept_it(self):
        for name in ("falling_gear", "arm_and_table", "car_door"):
            scene = SCENES / f"{name}.json"
            self.assertIn("certificate:", self.certify(scene).stdout)
            for program in ([GRAZE, "verify"], [VERIFY]):
                result = run(*program, self.proof, scene)
                self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
                self.assertTrue(result.stdout.startswith("accepted"))

    def test_the_proved_time_is_that_of_the_report(self):
        self.certify(GEAR, "--first")
        first = json.loads(run(GRAZE, "check", GEAR, "--first", "--json").stdout)["reports"][0]
        proved = json.loads(run(VERIFY, "--json", self.proof, GEAR).stdout)
        self.assertTrue(proved["accepted"])
        self.assertEqual(proved["free"][0], 0.0)
        self.assertLessEqual(proved["free"][1], first["time"][0] + 1e-12)
        self.assertGreater(proved["free"][1], first["time"][0] - 1e-5)
        self.assertEqual(proved["witnesses"], 1)

    def test_another_scene_is_refused_with_the_body_that_differs(self):
        self.certify(GEAR)
        other = self.folder / "other.json"
        scene = json.loads(GEAR.read_text())
        scene["bodies"][0]["motion"] = {"type": "screw", "axis": [0, 0, 1], "angle": 1.25}
        other.write_text(json.dumps(scene))
        result = run(VERIFY, self.proof, other)
        self.assertEqual(result.returncode, 1)
        self.assertIn(scene["bodies"][0]["name"], result.stdout)
        self.assertIn("refused", result.stdout)

    def test_a_pair_without_a_proof_is_refused_unless_allowed(self):
        names = [body["name"] for body in json.loads(GEAR.read_text())["bodies"]]
        self.certify(GEAR, "--pairs", f"{names[0]}:{names[1]}")
        self.assertEqual(run(VERIFY, self.proof, GEAR).returncode, 1)
        partial = run(VERIFY, "--partial", self.proof, GEAR)
        self.assertEqual(partial.returncode, 0)
        self.assertIn("not covered: 2 pairs", partial.stdout)

    def test_every_changed_byte_is_refused_or_harmless(self):
        self.certify(GEAR)
        good = self.proof.read_bytes()
        for place in range(0, len(good), max(1, len(good) // 60)):
            changed = bytearray(good)
            changed[place] ^= 0x10
            self.proof.write_bytes(changed)
            self.assertIn(run(VERIFY, self.proof, GEAR).returncode, (1, 2), place)
        self.proof.write_bytes(good[:-5])
        self.assertEqual(run(VERIFY, self.proof, GEAR).returncode, 2)

    def test_bodies_in_touch_at_the_start_are_told_not_proved(self):
        scene = self.folder / "touching.json"
        box = {"type": "box", "size": [1, 1, 1]}
        scene.write_text(json.dumps({"bodies": [
            {"name": "table", "shape": box},
            {"name": "cup", "shape": box, "motion": {
                "type": "slerp", "from": {"position": [0, 0, 1]}, "to": {"position": [0.2, 0, 1]}}}]}))
        result = run(GRAZE, "check", scene, "--certificate", self.proof)
        self.assertIn("touch at the start", result.stderr)
        self.assertEqual(run(VERIFY, self.proof, scene).returncode, 1)

    def verify(self, *words):
        result = run(VERIFY, self.proof, *words)
        return result.returncode, result.stdout + result.stderr

    def test_a_robot_on_its_way_is_proved_and_the_way_is_part_of_the_claim(self):
        robots = Path("examples/robots")
        arm = [robots / "arm.urdf", "--srdf", robots / "arm.srdf", "--scene", robots / "cell.json"]
        ways = {name: [*arm, "--trajectory", robots / name] for name in ("bad_way.csv", "good_way.csv")}
        for name, way in ways.items():  # linear with a contact; cubic and free
            made = run(GRAZE, "check", *way, "--certificate", self.proof)
            self.assertIn("28 of 28 pairs proved", made.stdout)
            code, text = self.verify(*way)
            self.assertEqual(code, 0, text)
            self.assertEqual("1 witness of contact" in text, name == "bad_way.csv")
        for other in (ways["bad_way.csv"], [*ways["good_way.csv"], "--interpolation", "linear"],
                      [*ways["good_way.csv"], "--place", "0.01 0 0"],
                      [*ways["good_way.csv"], "--padding", "0.3"], arm):
            code, text = self.verify(*other)
            self.assertEqual(code, 1, text)
        self.assertEqual(self.verify(ways["good_way.csv"][0])[0], 1)

    def test_a_short_file_that_claims_a_million_turns_is_refused_at_once(self):
        scene = self.folder / "loop.json"
        box = {"type": "box", "size": [1, 1, 1]}
        scene.write_text(json.dumps({"bodies": [
            {"name": "a", "shape": box},
            {"name": "b", "shape": box, "motion": {"type": "screw", "axis": [0, 0, 1], "angle": 1,
                                                   "from": {"position": [5, 0, 0]}, "outside": "loop"}}]}))
        self.certify(scene)
        forged = bytearray(self.proof.read_bytes())
        end_of_span = forged.index(struct.pack("<dd", 0.0, 1.0)) + 8
        self.assertEqual(struct.unpack_from("<d", forged, end_of_span)[0], 1.0)
        struct.pack_into("<d", forged, end_of_span, 9e5)
        self.proof.write_bytes(forged)
        code, text = self.verify(scene)
        self.assertEqual(code, 1)
        self.assertIn("more turns", text)

    def test_whole_refuses_proofs_of_a_part_of_the_span(self):
        free = {"bodies": [{"name": name, "shape": {"type": "box", "size": [1, 1, 1]}, "motion": {
            "type": "slerp", "from": {"position": [x, 0, 0]}, "to": {"position": [2 * x, 0, 0]}}}
            for name, x in (("a", 0), ("b", 3))]}
        scene = self.folder / "free.json"
        scene.write_text(json.dumps(free))
        self.certify(scene)
        self.assertEqual(self.verify(scene, "--whole")[0], 0)
        self.certify(scene, "--span", "0:0.5")
        self.assertEqual(self.verify(scene)[0], 0)
        code, text = self.verify(scene, "--whole")
        self.assertEqual(code, 1)
        self.assertIn("to 0.5 s only", text)
        self.certify(GEAR)
        self.assertEqual(self.verify(GEAR, "--whole")[0], 1, "they touch")

    def test_a_robot_that_stands_inside_a_body_is_not_proved_apart(self):
        box = {"type": "box", "size": [9, 9, 9]}
        (self.folder / "world.json").write_text(json.dumps({"bodies": [{"name": "hull", "shape": box}]}))
        (self.folder / "r.urdf").write_text(
            '<robot name="r"><link name="l"><collision><geometry><box size="1 1 1"/></geometry>'
            '</collision></link></robot>')
        arguments = [self.folder / "r.urdf", "--scene", self.folder / "world.json"]
        made = run(GRAZE, "check", *arguments, "--certificate", self.proof)
        self.assertEqual(made.returncode, 1, made.stderr)
        self.assertIn("no proof for", made.stderr)
        self.assertEqual(self.verify(*arguments)[0], 1)

    def sheet(self, name, height, slope=0.0, size=6):
        at = lambda i, k: (i / size, k / size, height + slope * i / size + 0.01 * ((i * k) % 3))
        lines = ["v %r %r %r" % at(i, k) for i in range(size) for k in range(size)]
        for i in range(size - 1):
            for k in range(size - 1):
                v = i * size + k + 1
                lines += [f"f {v} {v + 1} {v + size}", f"f {v + 1} {v + size + 1} {v + size}"]
        (self.folder / name).write_text("\n".join(lines))
        return self.folder / name

    def test_deforming_meshes_are_proved_also_without_a_rounding(self):
        a = [self.sheet("a0.obj", 0.0), self.sheet("a1.obj", 0.1, 0.3)]
        for end, outcome in (("b1.obj", 0), ("c1.obj", 1)):
            b = [self.sheet("b0.obj", 0.5, -0.1), self.sheet(end, 0.45 if outcome == 0 else -0.5, 0.2)]
            made = run(GRAZE, "deform", *a, *b, "--certificate", self.proof)
            self.assertEqual(made.returncode, outcome, made.stderr)
            self.assertIn("1 of 1 pair proved", made.stdout)
            for words in ([], ["--exact"]):
                code, text = self.verify(*a, *b, *words)
                self.assertEqual(code, 0, text)
        self.assertEqual(self.verify(*a, b[0], self.folder / "b1.obj")[0], 1)
        self.assertIn("another motion", self.verify(*a, b[0], self.folder / "b1.obj")[1])
        self.assertEqual(self.verify(*b, *a)[0], 1)
        self.assertEqual(self.verify(*a, *b[:1])[0], 2)
        self.assertEqual(self.verify(GEAR)[0], 1)

    def test_solid_boxes_in_rational_motion_are_proved_without_a_rounding(self):
        scene = SCENES / "tumbling_boxes.json"
        for words in ([], ["--method", "analytic"]):
            self.certify(scene, *words)
            for mode in ([], ["--exact"]):
                code, text = self.verify(scene, *mode)
                self.assertEqual(code, 0, text)

    def test_graze_verify_contains_neither_tbb_nor_a_method(self):
        if shutil.which("ldd"):
            self.assertNotIn("tbb", run("ldd", VERIFY).stdout)
        symbols = run("nm", "-C", VERIFY).stdout
        self.assertIn("graze::check_proof", symbols)
        for word in ("tbb::", "graze::first_contact", "graze::certified::", "graze::linear::", "graze::query::",
                     "candidate_pairs", "graze::analytic::", "prove_apart"):
            self.assertNotIn(word, symbols)

    def test_usage_errors_of_graze_verify(self):
        self.assertEqual(run(VERIFY).returncode, 2)
        self.assertEqual(run(VERIFY, "--fast", "a", "b").returncode, 2)
        self.assertEqual(run(VERIFY, self.folder / "none", GEAR).returncode, 2)
        self.certify(GEAR)
        for words in ([self.proof], [self.proof, GEAR, GEAR], [self.proof, self.folder / "none.urdf"]):
            self.assertEqual(run(VERIFY, *words).returncode, 2)
        with open("/dev/full", "w") as full:
            refused = subprocess.run([VERIFY, self.proof, GEAR], stdout=full, stderr=subprocess.PIPE)
            self.assertEqual(refused.returncode, 2)
        self.assertEqual(run(GRAZE, "check", GEAR, "--certificate", "/dev/full").returncode, 2)


class Truth(unittest.TestCase):
    def test_a_small_set_is_made_proved_and_the_same_again(self):
        with tempfile.TemporaryDirectory() as folder:
            first, again = Path(folder, "a"), Path(folder, "b")
            for place in (first, again):
                result = run(GRAZE, "truth", place, "--queries", 48, "--seed", 3)
                self.assertEqual(result.returncode, 0, result.stderr)
            self.assertEqual((first / "truth.json").read_bytes(), (again / "truth.json").read_bytes())
            truth = json.loads((first / "truth.json").read_text())
            self.assertEqual(len(truth["queries"]), 48)
            self.assertEqual({q["outcome"] for q in truth["queries"]}, {"contact", "separated"})
            self.assertEqual(len({q["class"] for q in truth["queries"]}), 8)
            for query in truth["queries"]:
                result = run(VERIFY, first / query["proof"], first / query["scene"])
                self.assertEqual(result.returncode, 0, result.stdout + result.stderr)
                if query["outcome"] == "contact":
                    self.assertLessEqual(query["free_until"], query["touches_at"])
                    self.assertLessEqual(query["distance_then"], truth["tolerance"] * (1 + 1e-9))


if __name__ == "__main__":
    unittest.main()
