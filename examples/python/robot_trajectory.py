# SPDX-License-Identifier: MIT
"""A robot follows waypoints: is its way free between them, too?"""
import pathlib

import graze

here = pathlib.Path(__file__).resolve().parent.parent / "robots"
arm = graze.Robot.load(here / "arm.urdf", here / "arm.srdf")
world = graze.Scene.load(here / "cell.json")
print(arm)
for file in ("good_way.csv", "bad_way.csv"):
    way = graze.Trajectory.load(here / file)
    touching = [report for report in arm.check(way, world, far_pairs=False) if not report.is_free]
    print(f"{file}: {len(way)} waypoints,", "free" if not touching else f"{len(touching)} pairs touch")
    for report in sorted(touching, key=lambda r: r.time):
        print("   ", report)
