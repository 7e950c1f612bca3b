# SPDX-License-Identifier: MIT
"""Certificates, robots and planners' edges."""
import os
import pathlib
import signal
import subprocess
import sys
import textwrap

import numpy as np
import pytest

import graze

ROBOTS = pathlib.Path(__file__).resolve().parents[2] / "examples" / "robots"


def test_a_proof_is_accepted_and_a_changed_one_refused(wall_and_rod):
    wall_and_rod.span = (0.0, 0.3)
    certificate, unproved = graze.prove(wall_and_rod)
    assert unproved == []
    verdict = graze.verify(wall_and_rod, certificate)
    assert verdict and verdict.free_span[0] <= 0.0 and verdict.free_span[1] >= 0.3
    moved = graze.Scene(span=(0.0, 0.3))
    moved.add("wall", graze.Shape.box([0.1, 2.0, 2.0]))
    moved.add("rod", graze.Shape.box([0.05, 1.0, 0.05]), [0.1, 0, 0])
    assert not graze.verify(moved, certificate)


def test_no_damaged_certificate_is_accepted(wall_and_rod):
    wall_and_rod.span = (0.0, 0.3)
    certificate, _ = graze.prove(wall_and_rod)
    for place in range(len(certificate)):
        damaged = bytearray(certificate)
        damaged[place] ^= 1
        try:
            accepted = graze.verify(wall_and_rod, bytes(damaged)).accepted
        except graze.InputError:
            accepted = False
        assert not accepted, place


@pytest.fixture
def arm():
    return graze.Robot.load(str(ROBOTS / "arm.urdf"), str(ROBOTS / "arm.srdf"))


def test_a_robot_is_checked_between_its_waypoints(arm):
    way = graze.Trajectory.load(str(ROBOTS / "good_way.csv"))
    reports = arm.check(way)
    assert reports and all(report.a and report.b for report in reports)
    assert len(arm.scene(way)) >= len(arm.links)


def test_edges_are_answered_by_columns_and_equal_single_checks(arm):
    checker = graze.MotionChecker(arm)
    rng = np.random.default_rng(1)
    dof = len(arm.joints)
    edges = rng.uniform(-1.0, 1.0, (40, 2, dof))
    columns = checker.check_edges(edges)
    assert columns.free.dtype == bool and columns.pair.shape == (40, 2)
    for i in range(40):
        assert checker.check(edges[i, 0], edges[i, 1])[0] == columns.free[i]
    one_thread = checker.check_edges(edges, threads=1)
    assert np.array_equal(columns.free, one_thread.free)
    with pytest.raises(graze.InputError):
        checker.check_edges(edges[:, :, :1])


def test_ctrl_c_ends_a_long_question():
    program = textwrap.dedent(
        """
        import graze
        scene = graze.Scene()
        mesh = graze.Mesh.named("gear", triangles=20000)
        scene.add("a", mesh)
        scene.add("b", mesh, graze.Motion.screw(axis=[0, 0, 1], angle=1e7, begin=[0, 0, 1e-9], slide=1e-9))
        try:
            print("go", flush=True)
            while True:
                graze.clearance(scene)
        except KeyboardInterrupt:
            print("stopped")
        """
    )
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True,
                               env=dict(os.environ))
    assert process.stdout.readline().strip() == "go"
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=120)
    assert out.strip() == "stopped"
