# SPDX-License-Identifier: MIT
"""docs/scene.schema.json accepts every example and rejects what it can of the wrong scenes."""
import json
import pathlib
import sys

import jsonschema

schema = json.loads(pathlib.Path("docs/scene.schema.json").read_text())
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)
failures = []
examples = sorted(pathlib.Path("examples/scenes").glob("*.json"))
for path in examples + sorted(pathlib.Path("tests/scene_json/good").glob("*.json")):
    for error in validator.iter_errors(json.loads(path.read_text())):
        failures.append(f"{path}: {error.json_path}: {error.message[:200]}")
for case in json.loads(pathlib.Path("tests/scene_json/bad_scenes.json").read_text()):
    if validator.is_valid(case["document"]) == case["schema_rejects"]:
        verb = "accepts" if case["schema_rejects"] else "rejects"
        failures.append(f"the schema {verb}: {case['what']}")
if not examples:
    failures.append("no example scenes")
print("\n".join(failures) or f"{len(examples)} examples and all wrong scenes as expected")
sys.exit(bool(failures))
