# SPDX-License-Identifier: MIT
"""The stubs say what the module has; the examples run; importing is quick."""
import ast
import os
import pathlib
import subprocess
import sys

import pytest

import graze

ROOT = pathlib.Path(__file__).resolve().parents[2]


def stub_names():
    tree = ast.parse((pathlib.Path(graze.__file__).parent / "__init__.pyi").read_text())
    names = {}
    for node in tree.body:
        if isinstance(node, ast.FunctionDef):
            names[node.name] = None
        if isinstance(node, ast.ClassDef):
            members = [n.name for n in node.body if isinstance(n, ast.FunctionDef)]
            members += [n.target.id for n in node.body if isinstance(n, ast.AnnAssign)]
            bases = [base.id for base in node.bases if isinstance(base, ast.Name)]
            names[node.name] = set(members).union(*(names.get(base) or set() for base in bases))
    return names


def test_stubs_and_module_have_the_same_names():
    stubs = stub_names()
    public = {name for name in graze.__all__ if name != "__version__"}
    assert set(stubs) == public
    for name, members in stubs.items():
        if members is None or name in ("InputError", "EdgeChecks"):
            continue
        shown = {m for m in dir(getattr(graze, name)) if not m.startswith("_")}
        assert {m for m in members if not m.startswith("_")} == shown, name


def test_everything_public_has_a_docstring():
    for name in graze.__all__:
        value = getattr(graze, name)
        assert isinstance(value, str) or value.__doc__, name


@pytest.mark.parametrize("script", sorted((ROOT / "examples" / "python").glob("*.py")), ids=lambda p: p.stem)
def test_examples_run(script):
    if script.stem == "dask_batch":
        pytest.importorskip("distributed", reason="Dask is not installed")
    done = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, timeout=300,
                          env=dict(os.environ))
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip()


def test_notebooks_become_pages_with_their_output(tmp_path):
    names = ["pair_of_meshes", "proof_for_a_colleague"]
    subprocess.run([sys.executable, str(ROOT / "scripts" / "write_notebooks.py"), str(tmp_path), *names], check=True,
                   env=dict(os.environ), timeout=300)
    for name in names:
        script = (ROOT / "examples" / "python" / f"{name}.py").read_text()
        page = (tmp_path / f"{name}.md").read_text()
        blocks = page.split("```")
        code = "".join(block[len("python\n"):] for block in blocks if block.startswith("python\n"))
        squeezed = lambda text: "".join(text.split())
        assert squeezed(script).endswith(squeezed(code)) and len(code) > 0.6 * len(script)
        assert any(block.startswith("\n") for block in blocks[1::2]), "no output"


def test_importing_brings_no_more_than_numpy():
    loaded = subprocess.run(
        [sys.executable, "-c", "import numpy, sys; before = set(sys.modules); import graze; "
         "print(sorted(m for m in set(sys.modules) - before if not m.startswith('graze')))"],
        capture_output=True, text=True, env=dict(os.environ), check=True)
    assert loaded.stdout.strip() == "[]"


@pytest.mark.skipif("GRAZE_SANITIZER" in os.environ, reason="a sanitizer is slow to load")
def test_importing_takes_less_than_a_fifth_of_a_second():
    """Of processor time, above numpy's own: the machine may be busy."""
    program = ("import numpy, time; begin = time.process_time(); import graze; "
               "print(time.process_time() - begin)")
    times = [float(subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=dict(os.environ),
                                  check=True).stdout) for _ in range(3)]
    assert min(times) < 0.2


def test_another_python_first_in_the_path_changes_nothing(tmp_path):
    other = tmp_path / "python3"
    other.write_text("#!/bin/sh\nexit 9\n")
    other.chmod(0o755)
    listing = subprocess.run(["cmake", "-S", str(ROOT), "-B", str(tmp_path / "build"), "-G", "Ninja",
                              "-DGRAZE_BUILD_TOOLS=OFF", "-DGRAZE_BUILD_TESTS=OFF", "-DGRAZE_BUILD_PYTHON=ON"],
                             capture_output=True, text=True,
                             env={**os.environ, "PATH": f"{tmp_path}:{os.environ['PATH']}", "LD_PRELOAD": ""})
    assert listing.returncode == 0, listing.stderr
    cache = (tmp_path / "build" / "CMakeCache.txt").read_text()
    assert str(other) not in cache and "/usr/bin/python3" in cache
