# SPDX-License-Identifier: MIT
"""What graze check tells people and CI systems: golden texts, exit code 4, limits, JUnit, SARIF, tubes."""
import json
import os
import re
import subprocess
import sys
import tempfile
import unittest
import xml.etree.ElementTree as xml
from pathlib import Path

GRAZE = sys.argv.pop(1)
UPDATE = "--update" in sys.argv and sys.argv.remove("--update") is None
DIR = "examples/robots/"
ARM = [DIR + "arm.urdf", "--srdf", DIR + "arm.srdf", "--scene", DIR + "cell.json"]
BAD, GOOD = ["--trajectory", DIR + "bad_way.csv"], ["--trajectory", DIR + "good_way.csv"]
GOLDEN = Path("tests/command_line/golden")


def graze(*words, **environment):
    hidden = ("NO_COLOR", "CLICOLOR_FORCE", "COLUMNS")
    clean = {k: v for k, v in os.environ.items() if k not in hidden}
    return subprocess.run([GRAZE, *words], capture_output=True, text=True, timeout=300,
                          env={**clean, **environment})


def timeless(text):
    """What the machine's speed does not change."""
    return re.sub(r"; [0-9.e+-]+ s$", "; TIME s", text, flags=re.MULTILINE)


SCENES = {
    "gear": ["examples/scenes/falling_gear.json"],
    "bad_way": [*ARM, *BAD],
    "good_way": [*ARM, *GOOD, "--limits", "fail"],
    "details": [*ARM, *BAD, "--details"],
}


class Golden(unittest.TestCase):
    def test_texts_are_as_they_were(self):
        for name, words in SCENES.items():
            for columns in ("80", "200"):
                for colour in ("0", "1"):
                    text = timeless(graze("check", *words, COLUMNS=columns, CLICOLOR_FORCE=colour).stdout)
                    path = GOLDEN / f"{name}_{columns}{'_colour' if colour == '1' else ''}.txt"
                    if UPDATE:
                        path.parent.mkdir(exist_ok=True)
                        path.write_text(text)
                    self.assertEqual(text, path.read_text(), path)

    def test_tables_fit_the_terminal_and_no_color_wins(self):
        for name in ("gear", "bad_way"):
            text = graze("check", *SCENES[name], COLUMNS="80", CLICOLOR_FORCE="1", NO_COLOR="1").stdout
            self.assertNotIn("\033", text)
            for line in text.splitlines():
                self.assertLessEqual(len(line), 80, line)


class Empty(unittest.TestCase):
    def scene(self, bodies, rules=()):
        with open("build/empty_scene.json", "w", encoding="utf-8") as file:
            json.dump({"bodies": bodies, "may_touch": list(rules)}, file)
        return "build/empty_scene.json"

    def test_nothing_to_check_is_told_and_has_its_own_code(self):
        ball = {"name": "ball", "shape": {"type": "icosphere"}}
        other = {"name": "other", "shape": {"type": "icosphere"}, "pose": {"position": [9, 0, 0]}}
        for bodies, rules, reason in (([ball], [], "only one body"),
                                      ([ball, other], [["ball", "other"]], "allowed to touch")):
            scene = self.scene(bodies, rules)
            result = graze("check", scene)
            self.assertEqual(result.returncode, 4)
            self.assertIn(reason, result.stderr)
            self.assertIn("EMPTY", result.stdout)
            self.assertEqual(graze("check", scene, "--allow-empty").returncode, 0)

    def test_a_robot_without_collision_shapes_is_told_of_its_visual_ones(self):
        with tempfile.TemporaryDirectory() as folder:
            path = Path(folder) / "r.urdf"
            path.write_text("<robot name='r'><link name='a'><visual><geometry><sphere radius='1'/>"
                            "</geometry></visual></link></robot>")
            result = graze("check", str(path))
            self.assertEqual(result.returncode, 4)
            self.assertIn("--visual", result.stderr)


class Limits(unittest.TestCase):
    def test_broken_limits_fail_only_if_asked(self):
        self.assertEqual(graze("check", *ARM, *GOOD).returncode, 0)
        result = graze("check", *ARM, *GOOD, "--limits", "fail")
        self.assertEqual(result.returncode, 1)
        self.assertTrue(result.stdout.startswith("LIMITS"))
        self.assertEqual(result.stdout.count("limits  "), 1, "one line a joint and kind")


class Ci(unittest.TestCase):
    def files(self, *words):
        with tempfile.TemporaryDirectory() as folder:
            junit, sarif = Path(folder) / "j.xml", Path(folder) / "s.sarif"
            code = graze("check", *words, "--junit", str(junit), "--sarif", str(sarif)).returncode
            return code, xml.fromstring(junit.read_text()), json.loads(sarif.read_text())

    def test_a_contact_fails_one_test_and_is_one_error(self):
        code, junit, sarif = self.files(*ARM, *BAD)
        self.assertEqual(code, 1)
        suite = junit.find("testsuite")
        self.assertEqual(suite.get("failures"), "1")
        self.assertEqual(int(suite.get("tests")), len(suite.findall("testcase")))
        failed = [case for case in suite if case.find("failure") is not None]
        self.assertEqual(failed[0].get("name"), "post / forearm")
        self.assertEqual(sarif["version"], "2.1.0")
        results = sarif["runs"][0]["results"]
        errors = [r for r in results if r["level"] == "error"]
        self.assertEqual([r["ruleId"] for r in errors], ["contact"])
        rules = {rule["id"] for rule in sarif["runs"][0]["tool"]["driver"]["rules"]}
        self.assertLessEqual({r["ruleId"] for r in results}, rules)
        place = errors[0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"]
        self.assertTrue(place.endswith("bad_way.csv"))

    def test_what_is_free_passes(self):
        code, junit, sarif = self.files(*ARM, *GOOD)
        self.assertEqual((code, junit.find("testsuite").get("failures")), (0, "0"))
        self.assertFalse([r for r in sarif["runs"][0]["results"] if r["level"] == "error"])

    def test_clearance_is_in_the_json(self):
        result = graze("check", *ARM, *GOOD, "--clearance", "--samples", "3", "--tolerance", "1e-3", "--json")
        smallest = json.loads(result.stdout)["clearance"]["smallest"]
        self.assertLess(smallest["distance"][0], smallest["distance"][1])


class Tube(unittest.TestCase):
    def tube(self, *words):
        result = graze("check", *ARM, *GOOD, "--tolerance", "1e-4", *words)
        line = [line for line in result.stdout.splitlines() if line.startswith("tube ")][0]
        scale = re.search(r"free up to ([0-9.e+-]+) times", line)
        return result.returncode, line, float(scale.group(1))

    def test_a_small_tube_is_free_and_its_largest_scale_is_where_it_ends(self):
        code, line, scale = self.tube("--joint-error", "0.05deg")
        self.assertEqual(code, 0)
        self.assertIn("every motion within the stated errors is free", line)
        self.assertGreater(scale, 1)
        self.assertEqual(self.tube("--joint-error", f"{0.05 * scale * 0.99}deg")[0], 0)
        code, line, less = self.tube("--joint-error", f"{0.05 * scale * 1.05}deg")
        self.assertEqual(code, 3)
        self.assertIn("not proved", line)
        self.assertLess(less, 1)

    def test_errors_of_one_joint_and_of_time(self):
        self.assertEqual(self.tube("--joint-error", "turn=0.0001")[0], 0)
        self.assertEqual(self.tube("--time-error", "0.0001")[0], 0)
        self.assertEqual(self.tube("--time-error", "1")[0], 3)

    def test_the_certificate_of_a_tube_is_accepted(self):
        with tempfile.TemporaryDirectory() as folder:
            proof = os.path.join(folder, "proof")
            words = [*ARM, *GOOD]
            result = graze("check", *words, "--joint-error", "0.05deg", "--certificate", proof)
            self.assertEqual(result.returncode, 0, result.stderr)
            verified = graze("verify", proof, *words)
            self.assertEqual(verified.returncode, 0, verified.stdout + verified.stderr)


if __name__ == "__main__":
    unittest.main()
