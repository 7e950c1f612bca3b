# SPDX-License-Identifier: MIT
"""A bolt is screwed into its nut, 10 % too fast for its pitch: where does it jam, and how much play was there before?"""
import pathlib

import graze

scene = graze.Scene.load(pathlib.Path(__file__).resolve().parent.parent / "scenes" / "bolt_into_nut.json")
print(scene, scene.names)
report = graze.first_contact(scene)
print(report)
print(f"jams after {report.time[1] / scene.span[1] * 2:.3f} of 2 turns at {report.contacts[0].point.round(3)} {scene.units}")
for t in (0.0, 0.25, 0.45):
    play = graze.distance(scene, t)[0].distance
    print(f"at {t} s: {play[0]:.4f} to {play[1]:.4f} {scene.units} of play")
