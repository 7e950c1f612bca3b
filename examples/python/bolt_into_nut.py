# SPDX-License-Identifier: MIT
"""A bolt is turned into its nut by a screwdriver: friction, thread and all, and nothing passes through anything."""
import numpy as np

import graze

# A nut that stands, a bolt in it that is free to move: what holds it is its thread alone.
PITCH = 0.1
world = graze.World(step=0.01, material=graze.Material(friction=0.1))
world.add("nut", graze.Mesh.named("nut", triangles=1500), role="static")
world.add("bolt", graze.Mesh.named("bolt", triangles=1500), density=1000)


class Screwdriver(graze.ResponseController):
    """Turns the bolt at two radians a second, as hard as it must."""

    def begin(self, objects):
        lag = -2.0 - objects.state("bolt").angular_velocity[2]
        inertia = objects.mass("bolt").inertia[2, 2]
        objects.change("bolt", torque=[0, 0, 40 * inertia * lag])


world.add_response(Screwdriver())
recording = world.run(0.5)

# How far has it turned, and how far has it gone? By the pitch, up to the play of the thread.
bolt = recording.names.index("bolt")
pose = recording.poses[-1, bolt]
turned = np.unwrap(np.arctan2(recording.poses[:, bolt, 1, 0], recording.poses[:, bolt, 0, 0]))
print(f"{recording}: turned by {turned[-1]:.3f} rad, moved by {pose[2, 3]:.5f} m")
print(f"the thread says {turned[-1] / (2 * np.pi) * PITCH:.5f} m")
residual = recording.statistics["residual"]
print(f"{recording.statistics['contacts'].mean():.0f} contacts a step; Coulomb's law holds to {np.median(residual):.0e} "
      f"in the median step, to {residual.max():.0e} in the worst")

# Ask again about the ways that were recorded, at every instant between the frames.
report = graze.first_contact(recording.scene())
print(f"no contact at any instant from 0 to {recording.times[-1]:.2f} s: {report.is_free}, {report.guarantee}")
assert report.is_free
