# SPDX-License-Identifier: MIT
"""When, where and how do these moving things first touch - and can you prove it?

    import graze
    scene = graze.Scene()
    scene.add("wall", graze.Shape.box([0.1, 2, 2]))
    scene.add("rod", graze.Shape.box([0.05, 1, 0.05]),
              graze.Motion.screw(axis=[0, 0, 1], angle=3.14159, point=[1, 0, 0], begin=[1, 0, 0]))
    print(graze.first_contact(scene))
"""

from . import _graze

if not _graze._is_main_interpreter():
    raise ImportError("graze works in the main interpreter only: use threads or processes instead of a subinterpreter")

from ._graze import (  # noqa: E402
    BatchJob,
    Clearance,
    Contact,
    EdgeChecks,
    InputError,
    Intervals,
    Mesh,
    Monitor,
    MonitorEvent,
    Motion,
    MotionChecker,
    Overlap,
    PreparedScene,
    Report,
    Robot,
    Scene,
    Shape,
    Trajectory,
    Verdict,
    __version__,
    clearance,
    contacts,
    distance,
    first_contact,
    intervals,
    merge,
    prove,
    shape_names,
    verify,
    volume,
)

__all__ = [
    "BatchJob",
    "Clearance",
    "Contact",
    "EdgeChecks",
    "InputError",
    "Intervals",
    "Mesh",
    "Monitor",
    "MonitorEvent",
    "Motion",
    "MotionChecker",
    "Overlap",
    "PreparedScene",
    "Report",
    "Robot",
    "Scene",
    "Shape",
    "Trajectory",
    "Verdict",
    "__version__",
    "clearance",
    "contacts",
    "distance",
    "first_contact",
    "intervals",
    "merge",
    "prove",
    "shape_names",
    "verify",
    "volume",
]
