#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Fails on an include that the layers forbid, and on include cycles.

    scripts/check_layers.py [ROOT]

A file includes only its own folder and lower layers; folders of one layer do not see each other;
the methods in methods/ do not see one another; certify/ sees layers 0 to 4; public headers never
include private ones; some foreign headers are for some folders only. Messages are file:line, so that an editor can jump there.
"""
import re
import sys
from pathlib import Path

LAYERS = {
    "base": 0,
    "math": 1,
    "contact": 2,
    "geometry": 2,
    "motion": 3,
    "spatial": 3,
    "scene": 4,
    "broadphase": 5,
    "methods": 5,  # each method is a folder of its own: methods/certified, methods/linear, ...
    "certify": 5,
    "elastic": 6,
    "query": 6,
    "io": 6,
    "cad": 5,
    "dynamics": 7,
    "jobs": 7,
    "simulation": 8,
    "server": 9,
    "tools": 10,
    "front": 11,  # include/graze/*.h: for users; nothing of the project goes through it
}
# Foreign headers that only some folders may see: the core needs Eigen and TBB, and never prints.
FOREIGN = {
    "tbb/": {"base"},
    "oneapi/": {"base"},
    "nlohmann/": {"io", "jobs", "server", "simulation", "tools"},
    "fmt/": {"io", "server", "simulation", "tools"},
    "tinyxml2": {"io"},
    "yaml-cpp/": {"io"},
    "tiny_gltf": {"io"},
    "CLI/": {"tools"},
    "iostream": {"tools"},
}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')
SUFFIXES = {".h", ".cpp"}


class Tree:
    """The source files below a root and what they include."""

    def __init__(self, root):
        self.root = root
        self.methods = sorted(
            (p.name for p in (root / "src/methods").glob("*") if p.is_dir()), key=len, reverse=True)
        self.files = sorted(
            p for top in ("include/graze", "src", "tools") for p in (root / top).rglob("*")
            if p.suffix in SUFFIXES)

    def folder(self, path):
        """The folder that rules apply to: "math", "methods/linear", "tools"; or None."""
        parts = path.relative_to(self.root).parts
        if parts[0] == "tools":
            return "tools"
        inner = parts[2:] if parts[0] == "include" else parts[1:]
        if len(inner) < 2:
            return "front" if parts[0] == "include" else None
        return self.method_folder(inner) if inner[0] == "methods" else inner[0]

    def method_folder(self, inner):
        """methods/linear.h and methods/linear_ccd_options.h belong to methods/linear."""
        stem = inner[1].split(".")[0]
        for method in self.methods:
            if stem == method or stem.startswith(method + "_"):
                return "methods/" + method
        return "methods/" + stem

    def resolve(self, path, quote, name):
        """The file of the project that an include names, or None for a foreign header."""
        if name.startswith("graze/"):
            return self.root / "include" / name
        if quote == "<":
            return None
        beside = path.parent / name
        if beside.exists():
            return Path(str(beside.resolve()))
        head = name.split("/")[0]
        return self.root / "src" / name if head in LAYERS else None

    def includes(self, path):
        """(line number, text, file of the project or None) of each include."""
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if match := INCLUDE.match(line):
                yield number, match.group(2), self.resolve(path, *match.groups())


def layer(folder):
    return LAYERS.get(folder.split("/")[0])


def objection(tree, path, target):
    """Why `path` may not include `target`, or None."""
    here, there = tree.folder(path), tree.folder(target)
    if there is None or layer(there) is None:
        return f"'{there}' has no layer; add it to the table in scripts/check_layers.py"
    if is_public(tree, path) and not is_public(tree, target):
        return "a public header includes a private one"
    if here == there:
        return None
    if here == "certify" and layer(there) > 4:
        return f"certify/ may see layers 0 to 4 only, {there}/ is in layer {layer(there)}"
    if layer(there) < layer(here):
        return None
    return (f"{here}/ is in layer {layer(here)}, {there}/ in layer {layer(there)}: "
            "a file sees its own folder and lower layers")


def foreign_objection(here, text):
    if text.endswith(".hxx") and here != "cad":
        return f"{here}/ may not see OpenCASCADE, only cad/ may"
    for prefix, folders in FOREIGN.items():
        if text.startswith(prefix) and here not in folders:
            return f"{here}/ may not see it, only {', '.join(sorted(folders))} may"
    return None


def is_public(tree, path):
    return path.relative_to(tree.root).parts[0] == "include"


def misplaced(tree, path):
    """Why a file may not be where it is, or None."""
    folder = tree.folder(path)
    if folder is None:
        return "lies in no folder that has a layer"
    if layer(folder) is None:
        return f"folder '{folder}' has no layer; add it to the table in scripts/check_layers.py"
    if not path.read_text(encoding="utf-8").startswith("// SPDX-License-Identifier: MIT"):
        return "does not start with '// SPDX-License-Identifier: MIT'"
    return None


def find_cycle(graph):
    """A list of files in which each includes the next and the last the first, or None."""
    done, path = set(), []

    def visit(node):
        if node in path:
            return path[path.index(node):]
        if node in done:
            return None
        path.append(node)
        for following in graph.get(node, ()):
            if cycle := visit(following):
                return cycle
        path.pop()
        done.add(node)
        return None

    return next((cycle for node in graph if (cycle := visit(node))), None)


def check(root):
    tree = Tree(root)
    faults, graph = [], {}
    for path in tree.files:
        shown = path.relative_to(root)
        if reason := misplaced(tree, path):
            faults.append(f"{shown}:1: {reason}")
            continue
        graph[path] = []
        for number, text, target in tree.includes(path):
            reason = (objection(tree, path, target) if target
                      else foreign_objection(tree.folder(path), text))
            if reason:
                faults.append(f"{shown}:{number}: forbidden include of {text}: {reason}")
            if target:
                graph[path].append(target)
    if cycle := find_cycle(graph):
        names = [str(p.relative_to(root)) for p in cycle]
        faults.append(f"{names[0]}:1: include cycle: " + " -> ".join(names + names[:1]))
    return faults, len(graph)


def main():
    root = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).parent.parent).resolve()
    faults, count = check(root)
    for fault in faults:
        print(fault, file=sys.stderr)
    print(f"layers: {count} files, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
