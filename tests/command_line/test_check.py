# SPDX-License-Identifier: MIT
"""graze check on the example scenes: exit codes, table, JSON, options, Ctrl-C."""
import json
import signal
import subprocess
import sys
import time
import unittest

GRAZE = sys.argv.pop(1)
GEAR = "examples/scenes/falling_gear.json"


def graze(*words):
    return subprocess.run([GRAZE, *words], capture_output=True, text=True, timeout=300)


def reports(*words):
    result = graze("check", *words, "--json")
    return result.returncode, json.loads(result.stdout)


class Check(unittest.TestCase):
    def test_gear_is_met_and_the_exit_code_says_so(self):
        code, document = reports(GEAR)
        self.assertEqual(code, 1)
        self.assertEqual(document["format"], "graze report 1")
        self.assertEqual(document["outcome"], "contact")
        pairs = {tuple(report["pair"]): report for report in document["reports"]}
        self.assertEqual(list(pairs), [("ring", "gear"), ("ring", "floor"), ("gear", "floor")])
        met = pairs["ring", "gear"]
        self.assertEqual((met["outcome"], met["guarantee"]), ("contact", "proved"))
        self.assertLessEqual(met["time"][0], met["time"][1])
        self.assertLessEqual(met["contacts"][0]["distance"], met["tolerance"])
        self.assertAlmostEqual(sum(x * x for x in met["contacts"][0]["normal"]), 1.0, places=9)
        self.assertEqual(pairs["ring", "floor"]["outcome"], "separated")

    def test_end_poses_alone_are_free(self):
        for instant in ("0:0", "1:1"):
            self.assertEqual(graze("check", GEAR, "--span", instant).returncode, 0)

    def test_first_is_the_earliest_of_all(self):
        _, every = reports(GEAR)
        _, first = reports(GEAR, "--first")
        self.assertEqual(len(first["reports"]), 1)
        earliest = min(r["time"][1] for r in every["reports"] if r["outcome"] == "contact")
        self.assertAlmostEqual(first["reports"][0]["time"][1], earliest, places=6)

    def test_pairs_and_span_choose_what_is_asked(self):
        code, document = reports(GEAR, "--pairs", "floor:gear")
        self.assertEqual([r["pair"] for r in document["reports"]], [["floor", "gear"]])
        self.assertEqual(code, 0)
        code, document = reports(GEAR, "--span", "0:0.05")
        self.assertEqual((code, document["span"]), (0, [0, 0.05]))

    def test_tolerance_is_kept_and_printed(self):
        _, document = reports(GEAR, "--tolerance", "1e-3")
        for report in document["reports"]:
            self.assertEqual(report["tolerance"], 1e-3)
        self.assertIn("0.001", graze("check", GEAR, "--tolerance", "1e-3", "--details").stdout)

    def test_answers_do_not_depend_on_threads(self):
        def answers(threads):
            _, document = reports("examples/scenes/arm_and_table.json", "--threads", threads)
            for report in document["reports"]:
                del report["stats"]["seconds"]
            return document["reports"]
        self.assertEqual(answers("1"), answers("2"))

    def test_details_name_everything(self):
        text = graze("check", GEAR, "--details").stdout
        for word in ("pair", "outcome", "guarantee", "method", "time", "point", "normal", "features",
                     "tolerance", "ring / gear", "contact", "proved", "separated", "3 pairs"):
            self.assertIn(word, text)

    def test_every_example_gets_an_answer(self):
        for name, code in (("bolt_into_nut", 1), ("arm_and_table", 1), ("car_door", 1)):
            result = graze("check", f"examples/scenes/{name}.json")
            self.assertEqual(result.returncode, code, name + "\n" + result.stdout + result.stderr)

    def test_a_budget_that_is_too_small_is_undecided_and_honest(self):
        code, document = reports("examples/scenes/bolt_into_nut.json", "--budget", "1e-6")
        self.assertEqual((code, document["outcome"]), (3, "undecided"))
        report = document["reports"][0]
        self.assertEqual(report["outcome"], "undecided")
        self.assertTrue(report["reason"])

    def test_interrupt_gives_what_is_sure(self):
        # A shaft that turns a long way in a bush, off its axis: long enough to be interrupted.
        scene = {"span": [0, 1], "tolerance": 1e-9, "bodies": [
            {"name": "bush", "shape": {"type": "hole", "clearance": 1e-4, "triangles": 20000}},
            {"name": "shaft", "shape": {"type": "shaft", "triangles": 20000},
             "motion": {"type": "screw", "axis": [0, 0, 1], "point": [5e-5, 0, 0], "turns": 100000}}]}
        path = "build/interrupt_scene.json"
        with open(path, "w") as file:
            json.dump(scene, file)
        # Before the search begins an interrupt ends the process: wait longer then.
        for seconds in (1.0, 4.0, 16.0):
            process = subprocess.Popen([GRAZE, "check", path, "--json"], stdout=subprocess.PIPE,
                                       stderr=subprocess.PIPE, text=True)
            time.sleep(seconds)
            process.send_signal(signal.SIGINT)
            out, _ = process.communicate(timeout=60)
            if process.returncode != -signal.SIGINT:
                break
        self.assertEqual(process.returncode, 3)
        report = json.loads(out)["reports"][0]
        self.assertEqual(report["outcome"], "undecided")
        self.assertLess(report["time"][0], 1.0)

    def test_help_has_an_example(self):
        self.assertIn("graze check examples/scenes", graze("check", "--help").stdout)


if __name__ == "__main__":
    unittest.main()
