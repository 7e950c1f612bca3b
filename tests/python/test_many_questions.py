# SPDX-License-Identifier: MIT
"""Batches in chunks, monitors, robots' columns: what is asked again and again."""
import gc
import hashlib
import json
import os
import pathlib
import pickle
import random
import re
import resource
import subprocess
import sys
import textwrap

import numpy as np
import pytest

import graze

ROOT = pathlib.Path(__file__).resolve().parents[2]
ARM_SCENE = ROOT / "examples" / "scenes" / "arm_and_table.json"


def lines(count):
    random.seed(1)
    values = [[random.uniform(-1, 1) for _ in range(7)] for _ in range(count + 1)]
    return [json.dumps({"joints": {f"link {k + 1}": [values[i][k], values[i + 1][k]] for k in range(7)}})
            for i in range(count)]


def test_a_job_gives_the_bytes_of_its_chunks_in_any_order():
    job = graze.BatchJob(graze.Scene.load(ARM_SCENE), lines(30), chunk_items=7)
    assert (job.items, job.chunks, len(job)) == (30, 5, 5)
    forward = [job.answer(k) for k in range(5)]
    again = graze.BatchJob(graze.Scene.load(ARM_SCENE), lines(30), chunk_items=7, threads=1)
    assert [again.answer(k) for k in reversed(range(5))][::-1] == forward
    assert json.loads(job.header)["questions"] == hashlib.sha256("".join(l + "\n" for l in lines(30)).encode()).hexdigest()
    with pytest.raises(IndexError):
        job.answer(5)
    with pytest.raises(graze.InputError):
        graze.BatchJob(graze.Scene.load(ARM_SCENE), lines(3), form="long")
    with pytest.raises(graze.InputError, match="questions:2"):
        graze.BatchJob(graze.Scene.load(ARM_SCENE), [lines(1)[0], "no question"]).answer(0)


def test_parts_that_python_wrote_are_merged(tmp_path):
    job = graze.BatchJob(graze.Scene.load(ARM_SCENE), lines(30), chunk_items=7, form="verdict")
    for shard in range(2):
        chunks = range(shard, job.chunks, 2)
        (tmp_path / f"{shard}.jsonl").write_bytes(
            job.header.encode() + b"\n" + b"".join(job.answer(k) for k in chunks))
    counts = graze.merge([tmp_path / "1.jsonl", tmp_path / "0.jsonl"], tmp_path / "all.jsonl")
    assert counts["answers"] == 30
    whole = job.header.encode() + b"\n" + b"".join(job.answer(k) for k in range(job.chunks))
    assert (tmp_path / "all.jsonl").read_bytes() == whole
    with pytest.raises(graze.InputError, match="missing: 1 and 3"):
        graze.merge([tmp_path / "0.jsonl"], tmp_path / "half.jsonl")


def test_each_pair_of_a_scene_is_a_job(two_balls):
    job = graze.BatchJob(two_balls, form="compact")
    answer = json.loads(job.answer(0).splitlines()[0])
    assert answer["pair"] == ["still", "flying"] and answer["outcome"] == "contact"


def test_a_monitor_announces_before_the_touch_and_withdraws(two_balls):
    monitor = graze.Monitor(two_balls, horizon=0.3)
    seen = {}
    for k in range(11):
        t = 0.05 * k
        monitor.observe("flying", t, [-4 + 8 * t, 0, 0])
        for event in monitor.cycle(t):
            seen.setdefault(event.kind, event)
    first = seen["announced"]
    assert {first.a, first.b} == {"still", "flying"}
    assert first.time <= 0.25 and first.earliest <= 0.25 + 1e-9 and first.lead >= 0
    assert first.faces.shape[1] == 2 and first.to_dict()["kind"] == "announced"
    assert monitor.announced
    with pytest.raises(graze.InputError):
        monitor.cycle(0.0)


def test_a_report_carries_its_certificate(wall_and_rod):
    free = graze.first_contact(wall_and_rod, span=(0.0, 0.3))
    assert free.is_free and graze.verify(wall_and_rod, free.certificate)
    touching = graze.first_contact(wall_and_rod)
    assert graze.verify(wall_and_rod, touching.certificate)
    with pytest.raises(graze.InputError, match="pickled"):
        pickle.loads(pickle.dumps(touching)).certificate


def test_everything_that_is_a_value_survives_pickling(wall_and_rod):
    report = graze.first_contact(wall_and_rod)
    again = pickle.loads(pickle.dumps(report))
    assert again.to_dict() == report.to_dict() and repr(again) == repr(report)
    motion = graze.Motion.screw(axis=[0, 0, 1], angle=2.0, slide=0.1, begin=[1, 2, 3])
    assert np.array_equal(pickle.loads(pickle.dumps(motion)).pose_at(0.3), motion.pose_at(0.3))
    points = [[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]]
    for shape in (graze.Shape.box([1, 2, 3]), graze.Shape.sphere(2.0), graze.Shape.cylinder(0.1, 0.3),
                  graze.Shape.cone([0, 0, 0], [0, 0.1, 1], 0.3), graze.Shape.half_space([0, 0, 1], 0.5),
                  graze.Shape.convex_hull(points), graze.Shape(graze.Mesh.named("gear"))):
        other = pickle.loads(pickle.dumps(shape))
        assert other.form == shape.form and other.outward_error == shape.outward_error
        assert np.array_equal(other.mesh.vertices, shape.mesh.vertices) and other.rounding == shape.rounding
    ready = wall_and_rod.prepare()
    assert graze.first_contact(pickle.loads(pickle.dumps(ready))).time == report.time
    error = None
    try:
        graze.Mesh.load("no_such_file.stl")
    except graze.InputError as caught:
        error = pickle.loads(pickle.dumps(caught))
    assert error.place and error.expected


@pytest.mark.parametrize("change", [
    lambda e: e.astype(np.float32).astype(np.float64),
    lambda e: np.asfortranarray(e),
    lambda e: e.tolist(),
    lambda e: np.lib.stride_tricks.as_strided(e, e.shape, e.strides, writeable=False),
    lambda e: np.concatenate([e, e])[::2],
])
def test_edges_may_have_any_layout(change):
    arm = graze.Robot.load(ROOT / "examples/robots/arm.urdf", ROOT / "examples/robots/arm.srdf")
    checker = graze.MotionChecker(arm)
    assert checker.joints == arm.joints
    edges = change(np.random.default_rng(3).uniform(-1, 1, (10, 2, len(arm.joints))))
    plain = np.array(edges, dtype=np.float64, order="C")
    assert np.array_equal(checker.check_edges(edges).free, checker.check_edges(plain).free)
    free, safe, contact, pair = checker.check_edges(plain)
    assert free.dtype == bool and safe.shape == contact.shape == (10,) and pair.shape == (10, 2)
    one = checker.check(plain[0, 0])
    assert one.free in (True, False)


@pytest.mark.parametrize("dtype", [np.float64, np.float32, np.int32, np.int64, np.uint8])
@pytest.mark.parametrize("order", ["C", "F"])
def test_vertices_may_have_any_type_and_order(dtype, order):
    corners = np.array([[0, 0, 0], [1, 0, 0], [0, 1, 0], [0, 0, 1]], dtype=dtype, order=order)
    sides = np.array([[0, 2, 1], [0, 1, 3], [0, 3, 2], [1, 2, 3]], dtype=np.int16, order=order)
    corners.flags.writeable = False
    mesh = graze.Mesh(corners, sides)
    assert np.array_equal(mesh.vertices, corners) and np.array_equal(mesh.triangles, sides)
    assert np.array_equal(graze.Mesh(corners[::-1], sides).vertices, corners[::-1])


def test_a_subinterpreter_is_refused_with_a_sentence():
    program = textwrap.dedent("""
        import _xxsubinterpreters as sub
        import graze
        try:
            sub.run_string(sub.create(), "import graze")
        except Exception as error:
            print(error)
    """)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert "main interpreter" in done.stdout or "subinterpreter" in done.stdout, done


@pytest.mark.skipif("GRAZE_SANITIZER" in os.environ, reason="a sanitizer keeps freed memory for a while")
def test_many_calls_leave_no_memory_behind(two_balls):
    ready = two_balls.prepare()

    def ask(count):
        for _ in range(count):
            report = graze.first_contact(ready, threads=1)
            report.points
            report.to_dict()

    ask(200)
    gc.collect()
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    ask(max(2000, round(1e6 * float(os.environ.get("GRAZE_TRIALS", "0")))))  # a million in the full run
    gc.collect()
    after = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    assert after - before < 3000, "kB, whatever the number of calls"


@pytest.mark.skipif("GRAZE_SANITIZER" in os.environ, reason="mypy loads the module without the sanitizer's library")
def test_stubs_pass_mypy(tmp_path):
    program = tmp_path / "user.py"
    program.write_text("import graze\nreport = graze.first_contact(graze.Scene())\n"
                       "time: float = report.time[0]\nfree: bool = report.is_free\n")
    mypy = subprocess.run(["/usr/bin/python3", "-m", "mypy", "--version"], capture_output=True)
    if mypy.returncode != 0:
        pytest.skip("mypy is not installed")
    package = pathlib.Path(graze.__file__).parent.parent
    done = subprocess.run(["/usr/bin/python3", "-m", "mypy", "--strict", "--cache-dir", str(tmp_path / "cache"), str(program)],
                          capture_output=True, text=True, env={"MYPYPATH": str(package), "PATH": "/usr/bin:/bin"})
    assert done.returncode == 0, done.stdout
    check = subprocess.run(["/usr/bin/python3", "-m", "mypy.stubtest", "graze"], capture_output=True, text=True, cwd=tmp_path,
                           env={"MYPYPATH": str(package), "PYTHONPATH": str(package), "PATH": "/usr/bin:/bin"})
    # What every class of pybind11 has: its metaclass, and an __init__ that takes anything where none is bound.
    known = re.compile(r"error: graze\.[A-Z]\w+( is inconsistent, metaclass differs"
                       r'|\.__init__ is inconsistent, stub does not have \*args argument "args")$')
    errors = [line for line in check.stdout.splitlines() if line.startswith("error: ")]
    assert errors, check.stdout + check.stderr
    assert [line for line in errors if not known.match(line)] == []
