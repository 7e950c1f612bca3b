#!/usr/bin/env python3
"""Everything: all random trials, a million attacks, a share of the trials under each sanitizer, the package.

The work is cut into shards: one per entry of ctest and preset, one per 10,000 attacks. What passed is
kept in build/full/COMMIT, so a run that was cut off goes on where it stopped:

  scripts/test_full.py                      all of it
  scripts/test_full.py --share 2/5          every fifth shard, from the second: five machines do it all
  scripts/test_full.py --only attack asan   some presets; attack stands for the million questions
  scripts/test_full.py --summary            what has passed and failed so far, and the sums of its counts
"""
import argparse
import collections
import concurrent.futures
import json
import os
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent
TRIALS = {"checked": "1", "asan": "0.01", "tsan": "0.005"}
ATTACKS = 100  # shards of 10,000 questions


def out(*command):
    return subprocess.run(command, cwd=ROOT, check=True, capture_output=True, text=True).stdout.strip()


def folder_of_commit():
    if out("git", "status", "--porcelain", "--untracked-files=no"):
        print("The tree is changed: what passes is not kept for a later run.")
        return None
    return ROOT / "build/full" / out("git", "rev-parse", "HEAD")


def build(preset, arguments=()):
    print(f"== {preset}: building", flush=True)
    log = ROOT / f"build/build_{preset}.log"
    log.parent.mkdir(exist_ok=True)
    with open(log, "w") as file:
        done = subprocess.run(["scripts/build.sh", preset, *arguments], cwd=ROOT, stdout=file, stderr=subprocess.STDOUT)
    if done.returncode:
        print(f"{preset} does not build; see {log}")
    return done.returncode == 0


def build_for(preset):
    if preset == "attack":
        return build("checked", ["--target", "test_attack"])
    return preset == "package" or build(preset)


def shards_of(preset):
    """Each is a name, a command and what its environment adds."""
    if preset == "package":
        yield "package", ["sh", "-c", "make package && scripts/test_package.sh build/release/*.deb"], {}
        yield "python_install", ["scripts/test_python_install.sh"], {}
        return
    if preset == "attack":
        for k in range(ATTACKS):
            yield (f"attack_{k:03}", ["ctest", "--preset", "checked", "-V", "-R", "^attack$"],
                   {"GRAZE_TRIALS": "1", "GRAZE_FIRST": str(10_000 * k)})
        return
    listed = json.loads(out("ctest", "--preset", preset, "--show-only=json-v1"))
    for test in listed["tests"]:
        name = test["name"]
        if preset == "checked" and name == "attack":
            continue
        yield (f"{preset}_{name}", ["ctest", "--preset", preset, "-V", "-R", f"^{re.escape(name)}$"],
               {"GRAZE_TRIALS": TRIALS[preset]})


def run(shard, folder):
    name, command, environment = shard
    log = folder / f"{name}.running"
    with open(log, "w") as file:
        done = subprocess.run(command, cwd=ROOT, stdout=file, stderr=subprocess.STDOUT,
                              env={**os.environ, **environment})
    end = folder / f"{name}.{'failed' if done.returncode else 'passed'}"
    (folder / f"{name}.failed").unlink(missing_ok=True)
    log.rename(end)
    print(f"{end.suffix[1:]}: {name}", flush=True)
    if done.returncode:
        print("\n".join(end.read_text(errors="replace").splitlines()[-30:]), flush=True)


def summary(folder):
    """True if nothing failed."""
    passed, failed = sorted(folder.glob("*.passed")), sorted(folder.glob("*.failed"))
    counts = collections.Counter()
    for log in folder.glob("attack_*.passed"):
        line = re.search(r"\[ attack   \] (.*)", log.read_text(errors="replace"))
        for number, what in re.findall(r"(\d+) ([^;,:]+)", line.group(1) if line else ""):
            counts[what.strip()] += int(number)
    print(f"{len(passed)} shards passed, {len(failed)} failed; logs in {folder.relative_to(ROOT)}")
    if counts:
        print("attack: " + ", ".join(f"{number:,} {what}" for what, number in counts.items()))
    for log in failed:
        print(f"failed: {log.stem}")
    return not failed


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--share", default="1/1", metavar="I/N", help="only every N-th shard, from the I-th")
    parser.add_argument("--only", nargs="+", default=["checked", "attack", "asan", "tsan", "package"],
                        choices=["checked", "attack", "asan", "tsan", "package"])
    parser.add_argument("--summary", action="store_true", help="run nothing")
    arguments = parser.parse_args()
    first, step = (int(number) for number in arguments.share.split("/"))
    folder = folder_of_commit() or ROOT / "build/full/changed"
    folder.mkdir(parents=True, exist_ok=True)
    if folder.name == "changed" and not arguments.summary:
        for log in folder.iterdir():
            log.unlink()
    unbuilt = []
    for preset in [] if arguments.summary else arguments.only:
        if not build_for(preset):
            unbuilt.append(preset)
            continue
        todo = [shard for shard in list(shards_of(preset))[first - 1::step]
                if not (folder / f"{shard[0]}.passed").exists()]
        print(f"== {preset}: {len(todo)} shards", flush=True)
        with concurrent.futures.ThreadPoolExecutor(int(os.environ.get("JOBS", os.cpu_count()))) as pool:
            list(pool.map(lambda shard: run(shard, folder), todo))
    sys.exit(0 if summary(folder) and not unbuilt else 1)


if __name__ == "__main__":
    main()
