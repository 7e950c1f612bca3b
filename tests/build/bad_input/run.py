#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every kind of bad input is refused: exit code 2, one sentence, nothing half written.

    run.py GRAZE [WORD]      only cases whose name has WORD; --list prints the messages
"""
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import assemblies
import certificates
import meshes
import monitor
import queries
import robots
import scenes
import shapes
import simulations
import usage
import volumes
from case import fail, run

LEAST_KINDS = 100


def all_cases():
    parts = (
        usage,
        meshes,
        scenes,
        shapes,
        queries,
        certificates,
        monitor,
        assemblies,
        volumes,
        robots,
        simulations,
    )
    cases = [case for part in parts for case in part.cases()]
    names = [case.name for case in cases]
    assert len(set(names)) == len(names), "two cases of one name"
    return cases


def verbs_of(graze):
    text = subprocess.run([graze, "--help"], capture_output=True, text=True, check=True).stdout
    return set(re.findall(r"^  (\w+) ", text.split("Subcommands:")[-1], re.MULTILINE))


def main():
    graze = Path(sys.argv[1]).resolve()
    words = [word for word in sys.argv[2:] if word != "--list"]
    cases = [case for case in all_cases() if all(word in case.name for word in words)]
    unknown = verbs_of(graze) ^ set(usage.VERBS)
    failed = len(unknown)
    for verb in unknown:
        fail(f"{verb}: is in one of `graze --help` and usage.VERBS only; give it its cases")
    with tempfile.TemporaryDirectory() as folder, ThreadPoolExecutor(2) as pool:
        # A copy where an account without rights can run it, too.
        program = shutil.copy(graze, folder)
        Path(folder).chmod(0o755)
        for case, (message, found) in zip(cases, pool.map(lambda c: run(program, c), cases)):
            failed += bool(found)
            if found:
                fail(f"{case.name}: {'; '.join(found)}\n    {message[:2000]}")
            elif "--list" in sys.argv:
                print(f"{case.name}: {message}")
    print(f"{len(cases)} kinds of bad input, {failed} not refused as they should be")
    if not words and len(cases) < LEAST_KINDS:
        fail(f"only {len(cases)} kinds, at least {LEAST_KINDS} are wanted")
        return 1
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
