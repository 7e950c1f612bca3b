# SPDX-License-Identifier: MIT
"""Answers the questions of a truth set and writes them for graze score.

    python3 examples/score/answers.py TRUTH_FOLDER ANSWERS.json [GRAZE]

Put your own method into first_contact(); all else stays. Here it asks the command line."""
import json
import subprocess
import sys
import time
from pathlib import Path


def first_contact(scene, graze):
    """The time of the first contact, or None if there is none."""
    done = subprocess.run([graze, "check", scene, "--first", "--json", "--tolerance", "1e-6"],
                          capture_output=True, text=True, check=False)
    report = json.loads(done.stdout)["reports"][0]
    return report["time"][1] if report["outcome"] == "contact" else None


def answer(folder, query, graze):
    begin = time.perf_counter()
    touched = first_contact(str(folder / query["scene"]), graze)
    entry = {"scene": query["scene"], "outcome": "separated" if touched is None else "contact",
             "seconds": time.perf_counter() - begin}
    if touched is not None:
        entry["time"] = touched
    return entry


def main():
    folder, output = Path(sys.argv[1]), sys.argv[2]
    graze = sys.argv[3] if len(sys.argv) > 3 else "graze"
    queries = json.loads((folder / "truth.json").read_text())["queries"]
    answers = [answer(folder, query, graze) for query in queries]
    with open(output, "w", encoding="utf-8") as file:
        json.dump({"format": "graze answers 1", "method": "graze check --first", "answers": answers}, file)


if __name__ == "__main__":
    main()
