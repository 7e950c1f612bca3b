#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Two ranks of graze-mpi against two independent processes of graze batch, the same items, in turns.

    bench/many/compare_ranks.py build/release [ROUNDS] [ITEMS]

The processes answer a shard each; their answers are not merged, those of the ranks are.
"""
import hashlib
import json
import pathlib
import random
import statistics
import subprocess
import sys
import tempfile
import time

SCENE = pathlib.Path(__file__).resolve().parents[2] / "examples" / "scenes" / "arm_and_table.json"
MPIRUN = ["mpirun", "--allow-run-as-root", "--oversubscribe", "-n", "2"]


def questions(count):
    random.seed(1)
    values = [[random.uniform(-2, 2) for _ in range(7)] for _ in range(count + 1)]
    return "".join(json.dumps({"joints": {f"link {k + 1}": [values[i][k], values[i + 1][k]] for k in range(7)}}) + "\n"
                   for i in range(count))


def seconds_of(commands):
    """All at once. Exit code 1 says that something touches."""
    start = time.perf_counter()
    running = [subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE) for command in commands]
    for process in running:
        error = process.communicate()[1]
        if process.returncode not in (0, 1):
            sys.exit(f"{process.args[0]} ended with {process.returncode}: {error.decode()}")
    return time.perf_counter() - start


def main():
    programs = pathlib.Path(sys.argv[1])
    rounds = int(sys.argv[2]) if len(sys.argv) > 2 else 6
    items = int(sys.argv[3]) if len(sys.argv) > 3 else 20_000
    shares, digests = [], set()
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        motions = folder / "motions.jsonl"
        motions.write_text(questions(items))
        for k in range(rounds):
            out = [str(folder / f"{k}_{part}.jsonl") for part in ("ranks", "one", "two")]
            what = [str(SCENE), str(motions), "--form", "compact"]
            ranks = [[*MPIRUN, str(programs / "graze-mpi"), *what, "--out", out[0]]]
            processes = [[str(programs / "graze"), "batch", *what, "--threads", "1", "--shard", f"{i}/2", "--out", out[i]]
                         for i in (1, 2)]
            taken = {}
            for which in (("ranks", "processes") if k % 2 else ("processes", "ranks")):
                taken[which] = seconds_of(ranks if which == "ranks" else processes)
            digests.add(hashlib.sha256(pathlib.Path(out[0]).read_bytes()).hexdigest()[:16])
            shares.append(taken["processes"] / taken["ranks"])
            print(f"ranks {taken['ranks']:.2f} s, processes {taken['processes']:.2f} s: "
                  f"{shares[-1]:.3f} of their throughput", flush=True)
    print(f"median {statistics.median(shares):.3f}, least {min(shares):.3f}; "
          f"{items} items, answers {' '.join(sorted(digests))}")


main()
