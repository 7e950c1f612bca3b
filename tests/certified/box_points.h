// SPDX-License-Identifier: MIT
// Boxes of wide trees in double, and how near two points of them can be.
#pragma once
#include "methods/certified/lanes.h"

namespace graze::certified {

inline Box box_of(const LaneBox& lane) {
  Box box{vec3(lane.centre), Mat3(), vec3(lane.half)};
  for (int k = 0; k < 3; ++k) box.axes.row(k) = vec3(lane.rows[k]).transpose();
  return box;
}

inline Vec3 nearest_in(const Box& box, const Vec3& p) {
  const Vec3 s =
      (box.axes.transpose() * (p - box.centre)).cwiseMin(box.half_size).cwiseMax(-box.half_size);
  return box.centre + box.axes * s;
}

/// The distance of two points of the boxes, as near as projections get them: not below the truth.
inline double distance_of(const Box& a, const Box& b) {
  Vec3 p = nearest_in(a, b.centre), q = nearest_in(b, p);
  for (int k = 0; k < 300; ++k) {
    p = nearest_in(a, q);
    q = nearest_in(b, p);
  }
  return (q - p).norm();
}

}  // namespace graze::certified
