#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Builds the docs site: docs/ and the pages of the root folder, into build/site.

The root's pages are copied beside those of docs/, with their links turned accordingly; a link to a
source file, which the site does not hold, becomes plain text.
"""
import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
STAGE = ROOT / "build/docs"
ROOT_PAGES = {"ARCHITECTURE.md": "architecture.md", "CONTRIBUTING.md": "contributing.md",
              "CHANGELOG.md": "changelog.md", "README.md": "index.md"}
LINK = re.compile(r"(!?)\[([^\]]*)\]\(([^)\s]+)\)")


def staged_name(target):
    """Where a file of the repository lies in the stage, or None if it does not."""
    if not target.is_relative_to(ROOT):
        return None
    inside = str(target.relative_to(ROOT))
    if inside in ROOT_PAGES:
        return ROOT_PAGES[inside]
    return inside[5:] if inside.startswith("docs/") and target.is_file() else None


def relative(name, page):
    """A link from one staged page to another."""
    ups = len(Path(page).parts) - 1
    return "../" * ups + name


def turn_links(text, source, page):
    def turn(match):
        image, label, link = match.groups()
        name, mark, fragment = link.partition("#")
        if re.match(r"[a-z]+:", link) or not name:
            return match.group(0)
        staged = staged_name((source.parent / name).resolve())
        if staged is None:
            return label
        return f"{image}[{label}]({relative(staged, page)}{mark}{fragment})"

    return LINK.sub(turn, text)


def stage():
    shutil.rmtree(STAGE, ignore_errors=True)
    shutil.copytree(ROOT / "docs", STAGE)
    pages = {name: ROOT / original for original, name in ROOT_PAGES.items()}
    pages.update({str(path.relative_to(ROOT / "docs")): path
                  for path in (ROOT / "docs").rglob("*.md")})
    for page, source in pages.items():
        text = turn_links(source.read_text(encoding="utf-8"), source, page)
        (STAGE / page).write_text(text, encoding="utf-8")


def menu():
    """index, then how to use it, then the methods, then the project; titles come from the pages."""
    def pages(folder):
        return sorted(str(p.relative_to(ROOT / "docs")) for p in (ROOT / "docs" / folder).glob("*.md"))

    return [{"Graze": "index.md"}, {"Use": pages(".")}, {"Methods": pages("methods")},
            {"Project": ["architecture.md", "contributing.md", "changelog.md"]}]


def main():
    stage()
    config = ROOT / "build/mkdocs.yml"
    config.write_text((ROOT / "mkdocs.yml").read_text() + f"nav: {json.dumps(menu())}\n")
    done = subprocess.run(["mkdocs", "build", "--quiet", "--strict", "--clean", "-f", str(config)])
    if done.returncode == 0:
        print("The docs site is build/site/index.html")
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
