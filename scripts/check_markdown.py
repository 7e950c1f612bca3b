#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Tables and lists of Markdown pages stand apart from the text around them.

On the docs site a table or list that follows a line of text without a blank line is part of that
text, and text that follows a table without one is a row of it. `--fix` puts the blank lines in.
"""
import re
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ITEM = re.compile(r"(\*|-|\d+\.) ")


def kind(line):
    """What a line outside of code is: blank, table, item, indented, heading or text."""
    if not line.strip():
        return "blank"
    if line.startswith("|") and line.rstrip().endswith("|"):
        return "table"
    if ITEM.match(line):
        return "item"
    if line.startswith(" "):
        return "indented"
    return "heading" if line.startswith(("#", "<!--", "```")) else "text"


def needs_blank(before, after, in_list):
    if before == "blank" or after == "blank":
        return False
    if after == "table" or before == "table":
        return before != after and before != "heading"
    if after == "item":
        return not in_list and before == "text"
    return in_list and after == "text"


def mended(text):
    """The text with the blank lines, and the numbers of the lines that needed one before them."""
    lines, faults, before, in_code, in_list = [], [], "blank", False, False
    for number, line in enumerate(text.split("\n"), 1):
        is_fence = line.lstrip().startswith("```")
        now = "text" if in_code else kind(line)
        if not in_code and needs_blank(before, now, in_list):
            faults.append(number)
            lines.append("")
            in_list = False
        lines.append(line)
        if is_fence:
            in_code = not in_code
        in_list = now == "item" or (in_list and now in ("indented", "blank"))
        before = "heading" if is_fence or in_code else now
    return "\n".join(lines), faults


def main():
    names = subprocess.run(["git", "-C", str(ROOT), "ls-files", "*.md"], capture_output=True, text=True, check=True)
    pages, count = names.stdout.split(), 0
    for page in pages:
        text = (ROOT / page).read_text(encoding="utf-8")
        whole, faults = mended(text)
        for number in faults:
            print(f"{page}:{number}: no blank line before it, between a table or list and text", file=sys.stderr)
        if "--fix" in sys.argv and faults:
            (ROOT / page).write_text(whole, encoding="utf-8")
        count += len(faults)
    print(f"markdown: {len(pages)} pages, {count} faults")
    return 1 if count and "--fix" not in sys.argv else 0


if __name__ == "__main__":
    sys.exit(main())
