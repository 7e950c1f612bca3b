# SPDX-License-Identifier: MIT
"""README.md says what the programs print: every command that it shows is run and compared.

    test_readme.py GRAZE [--update]     --update writes what is printed into README.md"""
import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

GRAZE = Path(sys.argv[1]).resolve()
ROOT = Path.cwd()
BLOCK = re.compile(r"```(\w*)\n(.*?)```", re.DOTALL)


def timeless(text):
    return re.sub(r"; [0-9.e+-]+ s$", "; 0.0002 s", text, flags=re.MULTILINE)


def run(command, folder):
    env = {**os.environ, "PATH": f"{GRAZE.parent}:{os.environ['PATH']}", "COLUMNS": "110", "NO_COLOR": "1"}
    done = subprocess.run(["sh", "-c", command], cwd=folder, env=env, capture_output=True, text=True, timeout=300)
    return timeless(done.stdout)


def replay(block, folder):
    """The block with what its commands print now; commands of a line with a comment are not shown with output."""
    lines = []
    for line in block.splitlines():
        if line.startswith("$ "):
            lines.append(line)
            printed = run(line[2:].split("   #")[0], folder)
            if "   #" not in line:
                lines += printed.rstrip("\n").split("\n")
    return "\n".join(lines) + "\n"


def main():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    update, checked, failures = "--update" in sys.argv, 0, 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "examples").symlink_to(ROOT / "examples")
        for kind, block in BLOCK.findall(text):
            if kind == "json":
                (folder / "scene.json").write_text(block)
            if kind or not block.startswith("$ "):
                continue
            checked += 1
            now = replay(block, folder)
            if now == block:
                continue
            text = text.replace(block, now)
            failures += 1
            print(f"README.md shows\n{block}\nbut now it is\n{now}")
    if update:
        (ROOT / "README.md").write_text(text, encoding="utf-8")
    print(f"{checked} blocks of commands, {failures} differ")
    return 0 if checked >= 2 and (update or not failures) else 1


if __name__ == "__main__":
    sys.exit(main())
