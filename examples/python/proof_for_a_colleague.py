# SPDX-License-Identifier: MIT
"""Prove that nothing touches, send two files, and check them at the other end."""
import pathlib
import tempfile

import graze

scene = graze.Scene(span=(0.0, 0.3))
scene.add("wall", graze.Shape.box([0.1, 2.0, 2.0]))
scene.add("rod", graze.Shape.box([0.05, 1.0, 0.05]),
          graze.Motion.screw(axis=[0, 0, 1], angle=3.14159, point=[1, 0, 0], begin=[1, 0, 0]))
certificate, unproved = graze.prove(scene)
print(f"{len(certificate)} bytes prove all but {len(unproved)} pairs")

with tempfile.TemporaryDirectory() as folder:
    scene.save(f"{folder}/scene.json")
    pathlib.Path(folder, "scene.cert").write_bytes(certificate)

    # The colleague has the two files and does not trust us.
    theirs = graze.Scene.load(f"{folder}/scene.json")
    verdict = graze.verify(theirs, pathlib.Path(folder, "scene.cert").read_bytes())
    print(verdict, "no contact from", verdict.free_span[0], "to", verdict.free_span[1], "s")
    assert verdict
