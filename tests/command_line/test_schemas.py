# SPDX-License-Identifier: MIT
"""Every --json of the command line is what its schema in docs/schemas says."""
import json
import re
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

import jsonschema

GRAZE = str(Path(sys.argv.pop(1)).resolve())
SCENES = "examples/scenes/"
ARM = ["examples/robots/arm.urdf", "--srdf", "examples/robots/arm.srdf", "--scene", "examples/robots/cell.json"]
BAD, GOOD = ["--trajectory", "examples/robots/bad_way.csv"], ["--trajectory", "examples/robots/good_way.csv"]
SCHEMAS = {path.name: json.loads(path.read_text()) for path in sorted(Path("docs/schemas").glob("*.schema.json"))}


def graze(*words):
    done = subprocess.run([GRAZE, *words], capture_output=True, text=True, timeout=300)
    assert done.returncode in (0, 1, 3), done.stderr
    return done.stdout


def inlined(part):
    """With what lies in other files put in: old libraries resolve references each in its own way."""
    if isinstance(part, list):
        return [inlined(item) for item in part]
    if not isinstance(part, dict):
        return part
    file, _, place = part.get("$ref", "").partition("#/$defs/")
    if file and not place:
        return {k: v for k, v in inlined(SCHEMAS[file]).items() if k not in ("$id", "$schema")}
    if file:
        return {"$ref": "#/$defs/" + place}
    return {key: inlined(value) for key, value in part.items()}


def validator(name):
    schema = {**inlined(SCHEMAS[name + ".schema.json"]), "$defs": SCHEMAS["common.schema.json"]["$defs"]}
    return jsonschema.Draft202012Validator(schema)


class Schemas(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.keeper = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.keeper.cleanup)
        cls.folder = Path(cls.keeper.name)
        graze("shape", "gear", str(cls.folder / "gear.obj"))
        graze("export", SCENES + "falling_gear.json", str(cls.folder / "gear.glb"), "--no-contacts")
        graze("truth", str(cls.folder / "truth"), "--queries", "2")
        graze("check", SCENES + "falling_gear.json", "--certificate", str(cls.folder / "proof"))
        (cls.folder / "motions.jsonl").write_text('{"motions": {"gear": {"type": "still"}}}\n')
        queries = [f"queries/{n:06d}.json" for n in (0, 1)]
        (cls.folder / "answers.json").write_text(json.dumps(
            {"format": "graze answers 1", "answers": [{"scene": q, "outcome": "separated"} for q in queries]}))

    def questions(self):
        at = lambda name: str(self.folder / name)
        gear, arm = SCENES + "falling_gear.json", SCENES + "arm_and_table.json"
        return {
            "report": [["check", gear, "--fps", "24"], ["check", *ARM, *BAD],
                       ["check", *ARM, *GOOD, "--clearance", "--samples", "3", "--tolerance", "1e-3",
                        "--joint-error", "0.1deg"],
                       ["check", SCENES + "bolt_into_nut.json", "--budget", "1e-6"]],
            "clearance": [["clearance", arm, "--tolerance", "1e-3"]],
            "clearance_curve": [["clearance", arm, "--curve", "3", "--tolerance", "1e-3"]],
            "intervals": [["intervals", gear]],
            "step": [["step", gear, "--dt", "0.1"]],
            "volume": [["volume", SCENES + "pressed_rings.json"]],
            "interference": [["interference", SCENES + "pressed_rings.json", "--samples", "3"]],
            "boxes": [["boxes", SCENES + "tumbling_boxes.json", "--explain"]],
            "octree": [["octree", SCENES + "paper_octree_spheres.json", "--cycles", "2", "--all-faces"]],
            "bisection": [["bisection", gear, "--pairs", "ring:gear", "--tolerance", "1e-3"]],
            "crossings": [["crossings", at("gear.glb"), "--tolerance", "1e-2"]],
            "free": [["free", gear, "gear", "--tolerance", "1e-3"]],
            "sweep": [["sweep", *ARM, "--state", "reach", "--joint", "turn=0:1.4"]],
            "acm": [["acm", ARM[0], "--samples", "5", "--sweeps", "0"]],
            "deform": [["deform", at("gear.obj"), at("gear.obj")]],
            "info": [["info", at("gear.obj")]],
            "written": [["shape", "box", at("box.obj")], ["convert", at("gear.obj"), at("gear.stl")],
                        ["export", gear, at("other.glb")]],
            "shapes": [["shape"]],
            "repair": [["repair", at("gear.obj"), at("mended.obj")]],
            "truth": [["truth", at("other_truth"), "--queries", "1"]],
            "score": [["score", at("truth"), at("answers.json")]],
            "verify": [["verify", at("proof"), gear]],
            "simulate": [["simulate", SCENES + "stack.json", "--seconds", "0.1", "-o", at("stack.rec")],
                         ["replay", at("stack.rec"), "--check"]],
        }

    def test_every_document_is_valid(self):
        for name, questions in self.questions().items():
            for words in questions:
                with self.subTest(schema=name, words=words):
                    validator(name).validate(json.loads(graze(*words, "--json")))

    def test_lines_are_valid(self):
        for form in ("full", "compact", "verdict"):
            words = ["batch", SCENES + "falling_gear.json", str(self.folder / "motions.jsonl"), "--form", form]
            for line in graze(*words).splitlines():
                if line.startswith("{"):
                    validator("batch_line").validate(json.loads(line))
        for line in graze("monitor", SCENES + "falling_gear.json", "--json").splitlines():
            validator("monitor_event").validate(json.loads(line))
        validator("answers").validate(json.loads((self.folder / "answers.json").read_text()))

    def test_schemas_are_schemas_and_can_refuse(self):
        for name, schema in SCHEMAS.items():
            jsonschema.Draft202012Validator.check_schema(schema)
            if "required" in schema:
                self.assertFalse(validator(name[:-12]).is_valid({}), name)

    def test_every_verb_with_json_has_one(self):
        tested = {words[0] for questions in self.questions().values() for words in questions}
        for verb in re.findall(r"^  (\w+) ", graze(), flags=re.MULTILINE):
            if "--json" in graze("help", verb):
                self.assertIn(verb, tested | {"batch", "monitor", "queries"})


if __name__ == "__main__":
    unittest.main()
