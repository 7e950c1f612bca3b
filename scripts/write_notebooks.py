#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Runs the notebooks of examples/python and writes each as a page: its text, code and output.

write_notebooks.py FOLDER [NAME ...]. A notebook is a script; a blank line before a comment or an import ends a cell.
Needs the module graze (PYTHONPATH); scripts/build_docs.py runs it where the module is built.
"""
import ast
import contextlib
import io
import sys
from pathlib import Path

EXAMPLES = Path(__file__).resolve().parent.parent / "examples/python"
NOTEBOOKS = ["pair_of_meshes", "robot_trajectory", "planner_edges", "proof_for_a_colleague", "bolt_into_nut"]


def cells_of(source):
    """The docstring and the code after it: statements that no blank line parts are one cell."""
    body = ast.parse(source).body
    lines = source.splitlines()
    cells, begin = [], body[0].end_lineno
    for before, after in zip(body[1:], body[2:] + [None]):
        end = before.end_lineno
        if after is not None and lines[end].strip():
            continue
        cells.append("\n".join(lines[begin:end]).strip("\n"))
        begin = end
    return ast.get_docstring(ast.Module(body, [])), [cell for cell in cells if cell]


def page_of(path):
    """Runs the cells in order in one namespace, as a notebook does."""
    title, cells = cells_of(path.read_text(encoding="utf-8"))
    head, _, rest = title.partition("\n")
    page = [f"# {head}", rest.strip(), f"`examples/python/{path.name}`, run when this page was built."]
    names = {"__file__": str(path), "__name__": "__main__"}
    for cell in cells:
        output = io.StringIO()
        with contextlib.redirect_stdout(output):
            exec(compile(cell, str(path), "exec"), names)
        page.append(f"```python\n{cell}\n```")
        if output.getvalue().strip():
            page.append(f"```\n{output.getvalue().rstrip()}\n```")
    return "\n\n".join(part for part in page if part) + "\n"


def main():
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name in sys.argv[2:] or NOTEBOOKS:
        (folder / f"{name}.md").write_text(page_of(EXAMPLES / f"{name}.py"), encoding="utf-8")


if __name__ == "__main__":
    main()
