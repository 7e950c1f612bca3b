#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""All public headers can be included together, and those of the front door each alone.

    test_headers.py COMPILER INCLUDE_FOLDER SYSTEM_INCLUDE_FOLDER…
"""
import re
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

MOST_AT_THE_DOOR = 45


def compile_error(compiler, folders, text):
    """What the compiler says about a file of this text; empty if it takes it."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "include.cpp"
        source.write_text(text, encoding="utf-8")
        command = [compiler, "-std=c++20", "-fsyntax-only", "-Wall", "-Wextra", "-Werror",
                   "-I", folders[0]]
        for system in folders[1:]:
            command += ["-isystem", system]
        return subprocess.run(command + [source], capture_output=True, text=True).stderr


def including(headers):
    return "".join(f"#include <{header}>\n" for header in headers)


def front_headers(include):
    found = []
    for door in ("graze.h", "io.h"):
        text = (include / "graze" / door).read_text(encoding="utf-8")
        found += re.findall(r"#include <(graze/[^>]+)>", text)
    return found


def main():
    compiler, *folders = sys.argv[1:]
    include = Path(folders[0])
    front = front_headers(include)
    every = sorted(str(p.relative_to(include)) for p in include.rglob("*.h"))
    cases = [("all together", every)] + [(header, [header]) for header in front]
    with ThreadPoolExecutor(2) as pool:
        errors = list(pool.map(lambda c: compile_error(compiler, folders, including(c[1])), cases))
    failed = [(name, error) for (name, _), error in zip(cases, errors) if error]
    for name, error in failed:
        print(f"{name}:\n{error[:2000]}")
    if len(front) > MOST_AT_THE_DOOR or len(set(front)) != len(front):
        failed.append(("front door", f"{len(front)} headers"))
        print(f"the front door has {len(front)} headers, or one twice")
    # The check must be able to fail.
    if not compile_error(compiler, folders, "#include <graze/no_such_header.h>\n"):
        failed.append(("self test", ""))
    print(f"{len(every)} public headers, {len(front)} at the front door, {len(failed)} faults")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
