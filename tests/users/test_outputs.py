# SPDX-License-Identifier: MIT
"""README.md and docs/ say what the programs print: every command that they show is run and compared.

    test_outputs.py GRAZE [--update]     --update writes what is printed into the pages

A block that begins with `$ ` holds commands and what they print. A line `…` stands for lines that are left out, and a
command with a comment is run without being compared."""
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

GRAZE = Path(sys.argv[1]).resolve()
UPDATE = "--update" in sys.argv
ROOT = Path.cwd()
BLOCK = re.compile(r"^```(\w*)\n(.*?)^```", re.DOTALL | re.MULTILINE)
FEWEST = 6


def timeless(text):
    """Without what the clock says."""
    return re.sub(r"; [0-9.e+-]+ s$", "; 0.0002 s", text, flags=re.MULTILINE)


def run(command, folder):
    env = {**os.environ, "PATH": f"{GRAZE.parent}:{os.environ['PATH']}", "COLUMNS": "110", "NO_COLOR": "1"}
    done = subprocess.run(["sh", "-c", command], cwd=folder, env=env, capture_output=True, text=True, timeout=300)
    return timeless(done.stdout + done.stderr)


def matches(shown, printed):
    """The lines shown are those printed; … stands for any number of them."""
    parts = [re.escape(part) for part in ("\n" + shown).split("\n…\n")]
    return re.fullmatch("\n(?:.*\n)*".join(parts) + "\n?", "\n" + printed) is not None


def replay(block, folder):
    """The block as it should be: where what is printed differs from what is shown, what is printed."""
    new = []
    for command, shown in re.findall(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", block, re.MULTILINE):
        printed = run(command.split("   #")[0], folder)
        same = "   #" in command or matches(timeless(shown), printed)
        new.append(f"$ {command}\n{shown if same else printed}")
    return "".join(new)


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


def prepare(folder):
    """Where a reader would stand: a clone, and the files of the examples at hand."""
    (folder / "examples").symlink_to(ROOT / "examples")
    for examples in ("robots", "scenes"):
        shutil.copytree(ROOT / "examples" / examples, folder, dirs_exist_ok=True)


def check_page(page):
    """How many blocks of commands a page has, and how many differ."""
    text = page.read_text(encoding="utf-8")
    checked = failures = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        prepare(folder)
        for kind, block in BLOCK.findall(text):
            if kind == "json" and page.name == "README.md":
                (folder / "scene.json").write_text(block)
            if kind or not block.startswith("$ "):
                continue
            checked += 1
            now = replay(block, folder)
            if now == block:
                continue
            text = text.replace(block, now)
            failures += 1
            print(f"{page.relative_to(ROOT)} shows\n{block}\nbut now it is\n{now}")
    if UPDATE and failures:
        page.write_text(text, encoding="utf-8")
    return checked, failures


def main():
    pages = [page for page in [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
             if "```\n$ " in page.read_text(encoding="utf-8")]
    counts = [check_page(page) for page in pages]
    checked, failures = (sum(column) for column in zip(*counts))
    failures += sample_of_report_differs()
    print(f"{checked} blocks of commands in {len(pages)} pages, {failures} differ")
    return 0 if checked >= FEWEST and (UPDATE or not failures) else 1


if __name__ == "__main__":
    sys.exit(main())
