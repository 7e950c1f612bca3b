# SPDX-License-Identifier: MIT
"""Runs every command of docs/tutorials: lines of ```sh blocks that end with `# exit N`."""
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

COMMAND = re.compile(r"^(.*\S)\s+# exit (\d)$")
EXAMPLES = ["examples/robots", "examples/scenes", "examples/worlds"]


def commands(page):
    """(line number, command, exit code) of each command of a page."""
    in_block = False
    for number, line in enumerate(page.read_text(encoding="utf-8").splitlines(), 1):
        if line.startswith("```"):
            in_block = line == "```sh"
        elif in_block and line.strip():
            match = COMMAND.match(line)
            if not match:
                raise SystemExit(f"{page}:{number}: a command without '# exit N'")
            yield number, match.group(1), int(match.group(2))


def run_page(page, folder, path):
    failures = 0
    for number, command, expected in commands(page):
        done = subprocess.run(["sh", "-c", command], cwd=folder, env={**os.environ, "PATH": path},
                              capture_output=True, text=True, timeout=120)
        if done.returncode != expected:
            failures += 1
            print(f"{page}:{number}: {command}\n  exit {done.returncode}, expected {expected}\n"
                  f"{done.stdout[-2000:]}{done.stderr}")
    return failures


def main():
    graze = Path(sys.argv[1]).resolve()
    failures = pages = 0
    for page in sorted(Path("docs/tutorials").glob("*.md")):
        with tempfile.TemporaryDirectory() as folder:
            for examples in EXAMPLES:
                shutil.copytree(examples, folder, dirs_exist_ok=True)
            failures += run_page(page, folder, f"{graze.parent}:{os.environ['PATH']}")
            pages += 1
    print(f"{pages} tutorials, {failures} failures")
    return 1 if failures or pages < 3 else 0


if __name__ == "__main__":
    sys.exit(main())
