# SPDX-License-Identifier: MIT
"""Small things that several tests ask about."""
import math

import pytest

import graze


@pytest.fixture
def wall_and_rod():
    """A rod beside a wall makes half a turn: free at the start, free at the end."""
    scene = graze.Scene()
    scene.add("wall", graze.Shape.box([0.1, 2.0, 2.0]))
    turn = graze.Motion.screw(axis=[0, 0, 1], angle=math.pi, point=[1, 0, 0], begin=[1, 0, 0])
    scene.add("rod", graze.Shape.box([0.05, 1.0, 0.05]), turn)
    return scene


@pytest.fixture
def two_balls():
    """Two unit balls, 4 apart, one flying past the other's place: touch at t = 0.25."""
    scene = graze.Scene()
    scene.add("still", graze.Shape.sphere(1.0))
    scene.add("flying", graze.Shape.sphere(1.0), graze.Motion.between([-4, 0, 0], [4, 0, 0]))
    return scene
