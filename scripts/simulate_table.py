#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Simulates every scene of rigid-ipc below a folder, checks each recording, prints a table.

    scripts/simulate_table.py GRAZE [--data FOLDER] [--budget SECONDS] [--keep FOLDER] [--only TEXT]

A row is: steps, ms of processor time a step (mean, p99, most), events that bent ways, holds, energy
clamps, the smallest gap in skins, energy at the start and the end, frames with triangles that meet,
contacts between frames, and whether the end was reached within the budget. The data is that of
GRAZE_DATA (default ../shared/data); without it the script says so and ends with 0.
"""
import argparse
import json
import os
import pathlib
import subprocess
import sys
import tempfile

HEAD = ["scene", "bodies", "steps", "ms mean", "p99", "most", "bends", "holds", "clamps", "gap/skin", "energy at start",
        "at end", "frames that meet", "between frames", "end"]


def run(words):
    done = subprocess.run(words, capture_output=True, text=True)
    return done.returncode, done.stdout, done.stderr.strip()


def between(answer):
    """In words: how many pairs touch on their ways, or how far it is proved."""
    outcomes = [report["outcome"] for report in answer.get("between", {}).get("reports", [])]
    if not answer["bodies"] > 1:
        return "one body"
    if any(o in ("contact", "overlap_at_start") for o in outcomes):
        return f"{sum(o != 'separated' for o in outcomes)} touch"
    return "undecided" if "undecided" in outcomes else "free, proved"


def row(graze, scene, name, recording, budget):
    code, out, err = run([graze, "simulate", str(scene), "-o", str(recording), "--json", "--budget", str(budget)])
    if code not in (0, 3):
        return [name, err]
    s = json.loads(out)
    code, out, err = run([graze, "replay", str(recording), "--check", "--json", "--budget", str(budget)])
    r = json.loads(out) if out else {"bodies": 2, "intersecting": [None], "between": {"reports": [{"outcome": "undecided"}]}}
    gap, ms = s["smallest_gap"], s["step_ms"]
    times = {fault["time"] for fault in r["intersecting"] if fault}
    return [name, s["bodies"], s["steps"], f"{ms['mean']:.2f}", f"{ms['p99']:.2f}", f"{ms['max']:.2f}", s["rounds"],
            s["holds"], s["clamps"], "none near" if gap is None else f"{gap:.2g}", f"{s['energy']['start']:.5g}",
            f"{s['energy']['end']:.5g}", len(times), between(r), "reached" if s["at_end"] else f"stopped at {s['time']:.3g} s"]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("graze")
    parser.add_argument("--data", default=os.environ.get("GRAZE_DATA", "../shared/data"))
    parser.add_argument("--budget", type=float, default=60.0, help="wall-clock seconds for a scene, and for its check")
    parser.add_argument("--keep", help="folder for the recordings")
    parser.add_argument("--only", default="", help="scenes whose path has this in it")
    arguments = parser.parse_args()
    folder = pathlib.Path(arguments.data) / "scenes/rigid-ipc/fixtures"
    scenes = sorted(p for p in folder.rglob("*.json") if arguments.only in str(p))
    if not scenes:
        print(f"{folder}: no scenes are there; set GRAZE_DATA", file=sys.stderr)
        return 0
    print("| " + " | ".join(HEAD) + " |\n|" + "---|" * len(HEAD), flush=True)
    with tempfile.TemporaryDirectory() as scratch:
        kept = pathlib.Path(arguments.keep or scratch)
        kept.mkdir(parents=True, exist_ok=True)
        for scene in scenes:
            name = str(scene.relative_to(folder).with_suffix(""))
            recording = kept / (name.replace("/", "_") + ".rec")
            recording.unlink(missing_ok=True)
            cells = row(arguments.graze, scene, name, recording, arguments.budget)
            print("| " + " | ".join(map(str, cells)) + " |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
