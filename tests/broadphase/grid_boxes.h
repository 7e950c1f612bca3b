// SPDX-License-Identifier: MIT
#pragma once
#include <random>
#include <vector>

#include "graze/geometry/aabb.h"

namespace graze {

/// Boxes on a coarse grid, so that many touch exactly and many begin at the same place.
inline std::vector<Aabb> grid_boxes(std::mt19937_64& random, std::size_t count) {
  std::uniform_int_distribution<int> place(-6, 6), size(0, 3);
  std::vector<Aabb> boxes(count);
  for (Aabb& box : boxes) {
    if (random() % 20 == 0) continue;  // empty
    box.lo = Vec3(place(random), place(random), place(random));
    box.hi = box.lo + Vec3(size(random), size(random), size(random));
  }
  return boxes;
}

}  // namespace graze
