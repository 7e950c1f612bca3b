#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the benchmarks that docs/performance.md names and puts what they print into it.

    scripts/bench_report.py [--page PAGE] [--folder PROGRAMS] [--record JSON] [--only NAME]

A block of the page begins with <!-- run: PROGRAM ARGUMENTS --> and ends with <!-- end -->. What is between them
is the program's output, with the commit and the command: nothing there is written by hand. PROGRAM is a
benchmark, or a script of scripts/. All runs are kept as JSON with the machine's load, by default in build/bench_report.json.
A program that fails, or that is not there, leaves the page as it was.
"""
import argparse
import json
import os
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
BLOCK = re.compile(r"(<!-- run: (.+?) -->\n).*?(<!-- end -->)", re.S)


def commit():
    """The commit that is checked out, and whether sources differ from it."""
    git = lambda *words: subprocess.run(["git", "-C", ROOT, *words], capture_output=True, text=True).stdout.strip()
    changed = git("status", "--porcelain", "--", "src", "include", "bench", "cmake")
    return (git("rev-parse", "--short", "HEAD") or "unknown") + (" with changes" if changed else "")


def run(command, folder):
    words = command.split()
    program = ROOT / words[0] if words[0].startswith("scripts/") else folder / words[0]
    if not program.is_file():
        raise RuntimeError(f"{program}: not there; expected a benchmark; build it with make bench-report")
    done = subprocess.run([program, *words[1:]], capture_output=True, text=True, cwd=ROOT)
    if done.returncode != 0:
        raise RuntimeError(f"{command}: ended with {done.returncode}; expected 0\n{done.stderr.strip()}")
    return done.stdout.strip()


def apart(lines):
    """Blank lines around tables: without them not every Markdown takes them for tables."""
    was_row = None
    for line in lines:
        is_row = line.startswith("|")
        if line and was_row is not None and is_row != was_row:
            yield ""
        yield line
        was_row = is_row if line else None


def block(command, output, version):
    """Tables in Markdown stay tables; other text is kept as it was printed."""
    lines = output.split("\n")
    is_table = any(line.startswith("|--") for line in lines)
    body = "\n".join(apart(lines)) if is_table else f"```\n{output}\n```"
    return f"`{command}` at commit {version}:\n\n{body}\n\n"


def main():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--page", type=Path, default=ROOT / "docs/performance.md")
    parser.add_argument("--folder", type=Path, default=ROOT / "build/bench/bench")
    parser.add_argument("--record", type=Path, default=ROOT / "build/bench_report.json")
    parser.add_argument("--only", default="", help="blocks whose command starts with this")
    arguments = parser.parse_args()
    text, version, runs = arguments.page.read_text(), commit(), []

    def renew(match):
        command = match.group(2)
        if not command.startswith(arguments.only):
            return match.group(0)
        print(f"== {command}", flush=True)
        load = os.getloadavg()[0]
        output = run(command, arguments.folder)
        runs.append({"command": command, "commit": version, "load": load, "output": output})
        return match.group(1) + block(command, output, version) + match.group(3)

    try:
        text = BLOCK.sub(renew, text)
    except RuntimeError as error:
        print(f"bench_report.py: {error}", file=sys.stderr)
        return 2
    arguments.page.write_text(text)
    arguments.record.parent.mkdir(exist_ok=True)
    arguments.record.write_text(json.dumps(runs, indent=1) + "\n")
    print(f"{len(runs)} runs; wrote {arguments.page} and {arguments.record}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
