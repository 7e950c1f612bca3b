# SPDX-License-Identifier: MIT
"""Two meshes, one motion: when, where and how do they first touch?"""
import numpy as np

import graze

# Any arrays of vertices and triangles will do; here two shapes made by code.
ring = graze.Mesh.named("torus", triangles=2000)
gear = graze.Mesh.named("gear", triangles=2000)

scene = graze.Scene(span=(0.0, 1.0), units="m")
scene.add("ring", ring)
scene.add("gear", gear, graze.Motion.screw(axis=[0, 0, 1], angle=2.0, slide=-4.0, begin=[0.6, 0, 2]))

report = graze.first_contact(scene)
print(report)
if not report.is_free:
    contact = report.contacts[0]
    print(f"no contact before {report.time[0]:.6f} s; at {report.time[1]:.6f} s they are "
          f"{contact.distance:.1e} m apart")
    print("point ", np.round(contact.point, 4))
    print("normal", np.round(contact.normal, 4))
for clearance in graze.clearance(scene, span=(0.0, report.time[0])):
    print(f"smallest distance before: {clearance.distance[1]:.2e} m at {clearance.time:.4f} s")
