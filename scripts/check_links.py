#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Fails on a link in a tracked Markdown file that leads nowhere. Links to the web are not followed.

    scripts/check_links.py [ROOT]
"""
import re
import subprocess
import sys
from pathlib import Path

LINK = re.compile(r"!?\[[^\]]*\]\(\s*<?([^)\s>]+)>?[^)]*\)|(?:src|href)=\"([^\"]+)\"")
CODE = re.compile(r"^(```|~~~).*?^\1[^\n]*$|`[^`\n]*`", re.MULTILINE | re.DOTALL)
HEADING = re.compile(r"^#{1,6}\s+(.*?)\s*#*$", re.MULTILINE)


def blank_code(text):
    """The text with code made empty, lines kept, so that line numbers stay right."""
    return CODE.sub(lambda match: "\n" * match.group(0).count("\n"), text)


def anchor(heading):
    """The anchor that GitHub and mkdocs give a heading."""
    plain = re.sub(r"[^\w\s-]", "", heading.replace("`", "").lower())
    return re.sub(r"\s+", "-", plain.strip())


def anchors(path):
    text = re.sub(r"^(```|~~~).*?^\1[^\n]*$", "", path.read_text(encoding="utf-8"),
                  flags=re.MULTILINE | re.DOTALL)
    return {anchor(heading) for heading in HEADING.findall(text)}


def fault_of_link(page, link):
    """Why a link of a page is broken, or None."""
    if re.match(r"[a-z]+:", link):
        return None
    name, _, fragment = link.partition("#")
    target = (page.parent / name).resolve() if name else page
    if not target.exists():
        return f"no such file: {link}"
    if fragment and target.suffix == ".md" and fragment not in anchors(target):
        return f"no such heading: {link}"
    return None


def faults_of_page(page, shown):
    text = blank_code(page.read_text(encoding="utf-8"))
    for match in LINK.finditer(text):
        line = text.count("\n", 0, match.start()) + 1
        if reason := fault_of_link(page, match.group(1) or match.group(2)):
            yield f"{shown}:{line}: {reason}"


def main():
    root = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent.parent).resolve()
    listing = subprocess.run(["git", "-C", str(root), "ls-files", "*.md"], capture_output=True,
                             text=True, check=True)
    pages = [page for page in listing.stdout.split("\n") if page and (root / page).exists()]
    faults = [fault for page in pages for fault in faults_of_page(root / page, page)]
    for fault in faults:
        print(fault, file=sys.stderr)
    print(f"links: {len(pages)} pages, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
