#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Fails where two .cpp files of one folder have the same name in their unnamed namespaces.

    scripts/check_names.py [ROOT]

Many files are compiled as one (GRAZE_UNITY), so such names must be unique within a folder. Overloads
with other parameters are fine, but in bindings/, which take the addresses of functions. A method of methods/
is a folder of its own; of the rest of src/, a layer.
"""
import re
import sys
from collections import defaultdict
from pathlib import Path

APART = re.compile(r"_(avx2|avx512)\.cpp$")
OPENS = re.compile(r"^namespace \{")
CLOSES = re.compile(r"^\}  // namespace$")
TYPE = re.compile(r"^(?:struct|class|enum class|enum|union)\s+(?:alignas\(\w+\)\s*)?(\w+)[^;()]*$")
USING = re.compile(r"^using\s+(\w+)\s*=")
VALUE = re.compile(r"^(?:inline |static |thread_local )*(?:constexpr|const|thread_local)\b[^()]*?\b(\w+)\s*(?:\[[^\]]*\])*\s*[={]")
FUNCTION = re.compile(r"^(?!return|if|for|while|else|using|typedef|template\s*<)[\w:<>,&*\[\] .]*?\b(\w+)\(([^;{]*)")


def folder_of(path, root):
    parts = path.relative_to(root).parts
    if parts[0] == "src":
        return "/".join(parts[:3] if parts[1] == "methods" else parts[:2])
    return "/".join(parts[:-1])


def parameter_types(text):
    """The parameters with their names and defaults left out, as one key."""
    text = re.sub(r"=[^,)]*", "", text.split(")")[0])
    types = []
    for parameter in text.split(","):
        words = re.sub(r"\s+", " ", parameter).strip()
        types.append(re.sub(r"(?<=[\s&*>])\w+$", "", words).strip() if " " in words else words)
    return ",".join(types)


def names_in(path):
    """(name, line, text of an alias) of what the unnamed namespaces of a file define at their outermost level."""
    lines = path.read_text().splitlines()
    inside = False
    for number, line in enumerate(lines, 1):
        if OPENS.match(line):
            inside = True
        elif CLOSES.match(line):
            inside = False
        elif inside and line[:1] not in ("", " ", "}", "/", "#", "\t"):
            joined = line
            for following in lines[number:number + 6]:
                if joined.count("(") <= joined.count(")"):
                    break
                joined += " " + following.strip()
            for pattern in (TYPE, USING, VALUE):
                match = pattern.match(line)
                if match:
                    yield match.group(1), number, line if pattern is USING else ""
                    break
            else:
                match = FUNCTION.match(joined)
                if match:
                    yield f"{match.group(1)}({parameter_types(match.group(2))})", number, ""


def main():
    root = Path(sys.argv[1] if len(sys.argv) > 1 else Path(__file__).resolve().parent.parent)
    seen = defaultdict(dict)
    files = faults = 0
    for top in ("src", "tools", "bindings", "tests"):
        for path in sorted((root / top).rglob("*.cpp")):
            if APART.search(path.name):
                continue
            files += 1
            for name, line, alias in names_in(path):
                if top == "bindings":
                    name = name.split("(")[0]
                first, its_alias = seen[folder_of(path, root)].setdefault(name, (path, alias))
                if first != path and not (alias and alias == its_alias):
                    faults += 1
                    print(f"{path.relative_to(root)}:{line}: {name} is also in {first.relative_to(root)};"
                          " rename one, or move it to a header of the folder")
    print(f"names: {files} files, {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
