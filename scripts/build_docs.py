#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Builds the docs site: docs/ and the pages of the root folder, into build/site.

The root's pages are copied beside those of docs/, with their links turned accordingly; a link to a
source file, which the site does not hold, becomes plain text.
"""
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

from write_notebooks import NOTEBOOKS

ROOT = Path(__file__).resolve().parent.parent
STAGE = ROOT / "build/docs"
SITE = ROOT / "build/site"
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


def write_notebooks():
    """The notebooks with their output, where a preset has built the Python module; True if so."""
    for preset in ("checked", "release", "python"):
        module = ROOT / "build" / preset / "python"
        if list(module.glob("graze/_graze*.so")):
            done = subprocess.run(["/usr/bin/python3", str(ROOT / "scripts/write_notebooks.py"), str(STAGE / "notebooks")],
                                  env={**os.environ, "PYTHONPATH": str(module)})
            return done.returncode == 0
    print("The Python module is not built: the site is without its notebooks")
    return False


DOXYGEN = """PROJECT_NAME = Graze
PROJECT_BRIEF = "When, where and how do these moving things first touch - and can you prove it?"
INPUT = include/graze {page}
USE_MDFILE_AS_MAINPAGE = {page}
RECURSIVE = YES
FILE_PATTERNS = *.h
STRIP_FROM_PATH = include
STRIP_FROM_INC_PATH = include
JAVADOC_AUTOBRIEF = YES
EXTRACT_ALL = YES
EXTRACT_STATIC = YES
HIDE_FRIEND_COMPOUNDS = YES
SORT_BRIEF_DOCS = YES
GENERATE_LATEX = NO
GENERATE_TREEVIEW = YES
HTML_OUTPUT = api
OUTPUT_DIRECTORY = {out}
HTML_TIMESTAMP = NO
DISABLE_INDEX = NO
SHOW_INCLUDE_FILES = NO
VERBATIM_HEADERS = NO
HAVE_DOT = NO
QUIET = YES
WARNINGS = NO
WARN_IF_DOC_ERROR = NO
WARN_LOGFILE = {out}/../doxygen.log
"""
API_PAGE = """# API reference {#mainpage}

Every class and function of the public headers. The [guide](../cpp/start.html) has one page per idea, and
[which header for what](../cpp_api.html) says where to look.
"""


def write_reference():
    """The reference of the headers, by doxygen, as part of the site."""
    page = ROOT / "build" / "api.md"
    page.write_text(API_PAGE, encoding="utf-8")
    done = subprocess.run(["doxygen", "-"], input=DOXYGEN.format(page=page, out=STAGE), text=True, cwd=ROOT)
    if done.returncode != 0:
        sys.exit("doxygen failed: the site is without its API reference")


# Pages that end with a report to play with: the same page, and the same engine where `make page` has built it.
LIVE = {"methods/certified.md": "car_door", "methods/analytic.md": "tumbling_boxes",
        "methods/backtracking.md": "polyhedra_on_stairs", "methods/volume.md": "pressed_rings",
        "methods/octree.md": "shuttles_and_spheres", "methods/linear.md": "waving_flag", "methods/obb_tree.md": "falling_gear",
        "robots.md": "arm_and_table"}


def write_live_examples():
    """Reports inside of pages, by the first preset that has a graze with its page."""
    graze = next((tool for preset in ("release", "checked") if (tool := ROOT / "build" / preset / "graze").exists()), None)
    if graze is None:
        print("graze is not built: the site is without live examples")
        return
    (STAGE / "live").mkdir()
    for page, scene in LIVE.items():
        made = STAGE / "live" / f"{scene}.html"
        done = subprocess.run([str(graze), "report", str(ROOT / f"examples/scenes/{scene}.json"), "-o", str(made)],
                              capture_output=True, text=True)
        if done.returncode:
            print(f"no live example of {scene}: {done.stderr.strip()}")
            continue
        text = (STAGE / page).read_text(encoding="utf-8")
        (STAGE / page).write_text(f"""{text}
## Try it
Move, cut and ask: this is [a report]({relative("report_page.md", page)}) of `examples/scenes/{scene}.json`. Press 1 to 5 to see what methods look at.

<iframe src="{relative(f"live/{scene}.html", page)}" title="{scene}" loading="lazy" style="width: 100%; height: 680px; border: 1px solid #ccc"></iframe>
""", encoding="utf-8")


USE = ["command_line.md", "scene.md", "robots.md", "animations.md", "report.md", "report_page.md", "recording.md",
       "formats.md", "shapes.md", "python.md", "many_machines.md",
       "protocol.md", "proof.md", "threat_model.md"]
METHODS = ["certified.md", "bisection.md", "linear.md", "analytic.md", "backtracking.md", "volume.md", "octree.md",
           "rigid_world.md", "soft_bodies.md", "surfaces.md", "many_bodies.md", "motions.md", "obb_tree.md",
           "triangle_distance.md"]
MEASURED = ["performance.md", "methods/certified_measurements.md", "methods/rigid_world_scenes.md", "truth.md", "papers.md"]
CPP = ["start.md", "shape.md", "motion.md", "scene.md", "question.md", "report.md", "frames.md", "threads.md", "errors.md"]
DOORS = ["robotics.md", "mechanical.md", "games.md", "animation.md", "research.md"]


def title_of(page):
    """The first heading up to a colon, as plain text without ids: short enough for the menu."""
    source = STAGE / page
    heading = next(line for line in source.read_text(encoding="utf-8").splitlines() if line.startswith("# "))
    title = re.sub(r" \([A-Z][0-9].*?\)", "", heading[2:].replace("`", "").split(": ")[0])
    return title if title.endswith(".json") else title[0].upper() + title[1:]


def in_order(folder, first, without=()):
    """Pages of a folder: the named ones in their order, then the rest."""
    there = sorted(p.name for p in (ROOT / "docs" / folder).glob("*.md"))
    names = [name for name in first if name in there] + [name for name in there if name not in first]
    pages = [name if folder == "." else f"{folder}/{name}" for name in names]
    return [{title_of(page): page} for page in pages if page not in without]


def menu():
    """Where to start, how to learn, how to use it, how it works, what was measured, the project."""
    measured = [{title_of(page): page} for page in MEASURED if (STAGE / page).is_file()]
    project = [{title_of(page): page} for page in ("architecture.md", "contributing.md", "changelog.md")]
    notebooks = [{title_of(page): page} for page in
                 (f"notebooks/{name}.md" for name in NOTEBOOKS) if (STAGE / page).is_file()]
    return [{"Home": "index.md"}, {"Start here": in_order("users", DOORS)},
            {"Tutorials": in_order("tutorials", ["robot_in_ci.md"])},
            *([{"Notebooks": notebooks}] if notebooks else []),
            {"C++": [*in_order("cpp", CPP), {"Which header for what": "cpp_api.md"}, {"API reference": "api/index.html"}]},
            {"Use it": in_order(".", USE, [*MEASURED, "cpp_api.md"])},
            {"How it works": in_order("methods", METHODS, MEASURED)}, {"Measurements": measured}, {"Project": project}]


def let_search_work_offline():
    """Pages that are opened from a folder get the index as a script; see offline_search.js."""
    index = (SITE / "search/search_index.json").read_text(encoding="utf-8")
    script = (ROOT / "scripts/offline_search.js").read_text(encoding="utf-8").replace("GRAZE_INDEX", index)
    (SITE / "search/offline.js").write_text(script, encoding="utf-8")
    for page in SITE.rglob("*.html"):
        text = page.read_text(encoding="utf-8")
        name = relative("search/offline.js", page.relative_to(SITE))
        load = f"""<script>if(location.protocol==="file:")document.write('<script src="{name}"><\\/script>')</script>"""
        if '<script src="' in text and "assets/javascripts/bundle" in text:
            place = text.rindex("<script src=")
            page.write_text(text[:place] + load + text[place:], encoding="utf-8")


def main():
    stage()
    write_reference()
    write_notebooks()
    write_live_examples()
    config = ROOT / "build/mkdocs.yml"
    config.write_text((ROOT / "mkdocs.yml").read_text() + f"nav: {json.dumps(menu())}\n")
    done = subprocess.run(["mkdocs", "build", "--quiet", "--strict", "--clean", "-f", str(config)])
    if done.returncode == 0:
        let_search_work_offline()
        print("The docs site is build/site/index.html")
    return done.returncode


if __name__ == "__main__":
    sys.exit(main())
