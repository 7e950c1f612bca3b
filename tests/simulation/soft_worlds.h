// SPDX-License-Identifier: MIT
// Worlds with soft bodies that are small enough to run in every test.
#pragma once
#include "simulation/small_worlds.h"

namespace graze {

/// A soft block that is dropped onto a floor, a rigid one on top of it, and a soft bar that is held
/// at one end by a static body: every kind of soft body, pinned and attached nodes.
inline WorldScene soft_scene() {
  return parse_world_scene(R"({
    "units": "m",
    "dynamics": {"step": 0.005, "seconds": 0.1, "volume": {"pixels": 16, "patches": 2}},
    "bodies": [
      {"name": "floor", "shape": {"type": "box", "size": [2, 2, 0.2]}, "pose": {"position": [0, 0, -0.1]}},
      {"name": "block", "shape": {"type": "box", "size": [0.2, 0.2, 0.2]}, "pose": {"position": [0, 0, 0.11]},
       "dynamics": {"soft": {"type": "lattice", "material": "gel", "cells_across": 2}, "velocity": [0.3, 0, -1]}},
      {"name": "top", "shape": {"type": "box", "size": [0.1, 0.1, 0.05]}, "pose": {"position": [0, 0, 0.3]},
       "dynamics": {"density": 500}},
      {"name": "ball", "shape": {"type": "icosphere", "radius": 0.1, "triangles": 80}, "pose": {"position": [0.6, 0, 0.3]},
       "mass": 0.5, "dynamics": {"soft": {"type": "particles", "stiffness": 300, "damping": 0.5}}},
      {"name": "wall", "shape": {"type": "box", "size": [0.1, 0.4, 0.4]}, "pose": {"position": [-0.8, 0, 0.5]}},
      {"name": "bar", "shape": {"type": "box", "size": [0.3, 0.1, 0.1]}, "pose": {"position": [-0.6, 0, 0.5]},
       "dynamics": {"soft": {"type": "lattice", "material": {"density": 1000, "young": 1e5, "poisson": 0.3, "damping": 0.01},
                             "cells_across": 1, "pinned": [{"lo": [-0.2, -0.1, -0.1], "hi": [-0.14, 0.1, 0]}],
                             "attached": [{"to": "wall", "lo": [-0.2, -0.1, 0.01], "hi": [-0.14, 0.1, 0.1]}]}}}
    ]})");
}

}  // namespace graze
