# SPDX-License-Identifier: MIT
"""Ten thousand edges of a planner, each proved free or not, on all cores."""
import pathlib
import time

import numpy as np

import graze

here = pathlib.Path(__file__).resolve().parent.parent / "robots"
arm = graze.Robot.load(here / "arm.urdf", here / "arm.srdf")
world = graze.Scene()
world.add("table", graze.Shape.box([1.0, 1.0, 0.05]), [0, 0, -0.2])
world.add("post", graze.Shape.capsule([0.6, 0.3, 0.0], [0.6, 0.3, 1.0], 0.05))
checker = graze.MotionChecker(arm, world)

rng = np.random.default_rng(7)
dof = len(arm.joints)
start = rng.uniform(-1.5, 1.5, (10_000, dof))
step = rng.normal(size=(10_000, dof))
end = start + 0.5 * step / np.linalg.norm(step, axis=1, keepdims=True)
edges = np.stack([start, end], axis=1)

began = time.perf_counter()
answer = checker.check_edges(edges)
seconds = time.perf_counter() - began
print(f"{answer.free.sum()} of {len(edges)} edges are proved free; {len(edges) / seconds:,.0f} edges/s")
touching = answer.pair[~answer.free]
pairs, counts = np.unique(touching, axis=0, return_counts=True)
for (a, b), count in sorted(zip(pairs.tolist(), counts), key=lambda row: -row[1])[:3]:
    print(f"{count:6d} times {checker.names[a]} / {checker.names[b]}")
