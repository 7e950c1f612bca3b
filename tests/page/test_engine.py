# SPDX-License-Identifier: MIT
"""The engine in WebAssembly gives the bits that the native one gives, on random scenes.            [G4, G8]

    test_engine.py GRAZE ENGINE_FOLDER [SCENES]

Skipped, with a reason, where the engine was not built (make page). SCENES is 40 by default and 1,000 with
GRAZE_TRIALS=1. Compared are the outcome, guarantee and method of each pair, its bracket, contacts and counts of tests.
"""
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile

GRAZE, ENGINE = sys.argv[1], pathlib.Path(sys.argv[2])
SKIPPED = 77

SHAPES = {
    "box": {"size": (0.3, 1.5)}, "sphere": {"radius": (0.2, 0.8)}, "gear": {}, "ring": {}, "torus": {}, "chain_link": {},
    "l_bracket": {}, "icosphere": {}, "stairs": {}, "shuttle": {}, "cylinder": {"radius": (0.1, 0.5), "height": (0.2, 1.5)},
    "cone": {"radius": (0.1, 0.5), "height": (0.2, 1.5)}, "capsule": {"radius": (0.1, 0.4), "height": (0.2, 1.0)},
    "blob": {"triangles": 320}, "uv_sphere": {}, "nut": {"triangles": 1500},
}


def shape(rng):
    kind = rng.choice(sorted(SHAPES))
    made = {"type": kind}
    for key, value in SHAPES[kind].items():
        if not isinstance(value, tuple):
            made[key] = value
        elif key == "size":
            made[key] = [rng.uniform(*value) for _ in range(3)]
        else:
            made[key] = rng.uniform(*value)
    return made


def pose(rng, spread=2.0):
    position = [rng.uniform(-spread, spread) for _ in range(3)]
    return {"position": position, "rotation": rng.choice([
        {"axis": [rng.gauss(0, 1) for _ in range(3)], "angle": rng.uniform(-3, 3)},
        {"axis": [rng.gauss(0, 1) for _ in range(3)], "angle_degrees": rng.randint(-179, 179)},
        {"rotation_vector": [rng.uniform(-2, 2) for _ in range(3)]}, {"rpy": [rng.uniform(-3, 3) for _ in range(3)]}])}


def motion(rng):
    kind = rng.choice(["still", "screw", "turns", "slerp", "six_parameters", "path", "rational"])
    if kind == "still":
        return {"type": "still", "pose": pose(rng)}
    if kind == "turns":
        return {"type": "screw", "from": pose(rng), "axis": [rng.gauss(0, 1) for _ in range(3)], "turns": rng.uniform(-2, 2),
                "slide": rng.uniform(-3, 3)}
    if kind == "six_parameters":
        end = lambda: {"position": [rng.uniform(-3, 3) for _ in range(3)], "rotation_vector": [rng.uniform(-4, 4) for _ in range(3)]}
        return {"type": kind, "from": end(), "to": end()}
    if kind in ("path", "rational"):
        return {"type": kind, "poses": [{"time": k / 4, **pose(rng)} for k in range(5)]}
    return {"type": kind, "from": pose(rng, 3.0), "to": pose(rng, 3.0)}


def scene(seed):
    rng = random.Random(seed)
    bodies = [{"name": f"body {k}", "shape": shape(rng), "motion": motion(rng)} for k in range(rng.randint(2, 5))]
    if rng.random() < 0.2:
        bodies[0]["padding"] = rng.uniform(0.01, 0.1)
    return {"bodies": bodies, **({"tolerance": 10.0 ** rng.uniform(-6, -2)} if rng.random() < 0.5 else {})}


def native(text, folder):
    """What the page would be told, or the error."""
    path = folder / "scene.json"
    path.write_text(text)
    page = folder / "page.html"
    done = subprocess.run([GRAZE, "report", str(path), "-o", str(page), "--plain", "--curve", "0"], capture_output=True, text=True)
    if done.returncode != 0:
        return {"error": done.stderr}
    begin = (html := page.read_text()).index('id="graze-data">') + len('id="graze-data">')
    data = json.loads(html[begin:html.index("</script>", begin)])
    return {"pairs": data["pairs"], "seconds": data["seconds"]}


def main():
    if not (ENGINE / "engine.wasm").exists():
        print(f"skipped: {ENGINE} has no engine; make page builds it")
        return SKIPPED
    share = float(os.environ.get("GRAZE_TRIALS", "0.04"))
    count = int(sys.argv[3]) if len(sys.argv) > 3 else max(1, round(1000 * share))
    first = int(os.environ.get("GRAZE_SEED", "0"))
    texts = [json.dumps(scene(first + k)) for k in range(count)]
    answers = pathlib.Path(__file__).with_name("engine_answers.mjs")
    done = subprocess.run(["node", str(answers), str(ENGINE)], input="\n".join(texts) + "\n", capture_output=True, text=True, check=True)
    here, there, differing, contacts = 0.0, 0.0, 0, 0
    with tempfile.TemporaryDirectory() as folder:
        for seed, (text, line) in enumerate(zip(texts, done.stdout.splitlines(), strict=True), first):
            wasm, other = json.loads(line), native(text, pathlib.Path(folder))
            same = wasm.get("pairs") == other.get("pairs") and ("error" in wasm) == ("error" in other)
            contacts += sum(pair["outcome"] == "contact" for pair in other.get("pairs", []))
            there += wasm.get("seconds", 0.0)
            here += other.get("seconds", 0.0)
            if not same:
                differing += 1
                pathlib.Path(f"differs_{seed}.json").write_text(text) if os.environ.get("GRAZE_KEEP") else None
                print(f"seed {seed} differs:\n  native {json.dumps(other)[:600]}\n  engine {json.dumps(wasm)[:600]}")
    print(f"{count} scenes from seed {first}, {contacts} pairs in contact: {differing} differ; "
          f"native {here:.3f} s, engine {there:.3f} s ({there / max(here, 1e-9):.1f} times)")
    return 1 if differing else 0


if __name__ == "__main__":
    sys.exit(main())
