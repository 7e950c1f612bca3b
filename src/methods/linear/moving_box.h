// SPDX-License-Identifier: MIT
// Boxes whose faces move linearly, and when two of them can overlap.
#pragma once
#include "graze/geometry/aabb.h"
#include "graze/math/interval.h"

namespace graze::linear {

/// Contains its points at every t in [0, 1]: a face that moves linearly from the least start
/// coordinate to the least end coordinate never passes a point that moves linearly.
struct MovingBox {
  Aabb start;
  Aabb end;

  void add(const Vec3& p_start, const Vec3& p_end) {
    start.add(p_start);
    end.add(p_end);
  }
  void add(const MovingBox& other) {
    start.add(other.start);
    end.add(other.end);
  }
};

/// When two boxes overlap, rounded outward; lo > hi if never in [0, until].
Interval overlap_time(const MovingBox& a, const MovingBox& b, double until);

}  // namespace graze::linear
