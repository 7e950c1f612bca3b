// SPDX-License-Identifier: MIT
// The triangles of every box, and of whatever has its corners in the same order.
#pragma once
#include <vector>

#include "graze/geometry/triangle_mesh.h"

namespace graze {

/// Twelve, facing outward; corner i has its x, y, z at the upper end where bit 0, 1, 2 of i is set.
inline std::vector<Triangle> box_sides() {
  return {{0, 2, 3}, {0, 3, 1}, {4, 5, 7}, {4, 7, 6}, {0, 1, 5}, {0, 5, 4},
          {2, 6, 7}, {2, 7, 3}, {0, 4, 6}, {0, 6, 2}, {1, 3, 7}, {1, 7, 5}};
}

}  // namespace graze
