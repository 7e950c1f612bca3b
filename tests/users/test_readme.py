# SPDX-License-Identifier: MIT
"""README.md says what the programs print: every command that it shows is run and compared.

    test_readme.py GRAZE [--update]     --update writes what is printed into README.md"""
import json
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


def rounded(value):
    """Four digits, and of what depends on the machine only that it is there."""
    if isinstance(value, float):
        return float(f"{value:.4g}") if abs(value) > 1e-12 else 0.0
    if isinstance(value, list):
        return [rounded(item) for item in value]
    if isinstance(value, dict):
        return {key: "…" if key == "seconds" else sorted(item) if key == "stats" else rounded(item)
                for key, item in value.items()}
    return value


def sample_of_report_differs():
    """docs/report.md shows a report: the keys and, to four digits, the values of today."""
    shown = json.loads(re.search(r"```json\n(.*?)```", (ROOT / "docs/report.md").read_text(encoding="utf-8"), re.S)[1])
    asked = subprocess.run([GRAZE, "check", shown["scene"], "--first", "--json"], capture_output=True, text=True)
    now = rounded(json.loads(asked.stdout))
    if rounded(shown) == now:
        return 0
    print(f"docs/report.md shows another report than\n{json.dumps(now, indent=2)}")
    return 1


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
    failures += sample_of_report_differs()
    print(f"{checked} blocks of commands, {failures} differ")
    return 0 if checked >= 2 and (update or not failures) else 1


if __name__ == "__main__":
    sys.exit(main())
