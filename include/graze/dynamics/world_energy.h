// SPDX-License-Identifier: MIT
// The energy of a world's bodies.
#pragma once

namespace graze {

struct WorldEnergy {
  double kinetic = 0.0;
  double gravity = 0.0;  ///< -mass * gravity . position, summed over the dynamic bodies
  double springs = 0.0;  ///< elastic energy of soft bodies

  double total() const { return kinetic + gravity + springs; }
};

}  // namespace graze
