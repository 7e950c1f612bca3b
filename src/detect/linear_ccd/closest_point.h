// SPDX-License-Identifier: MIT
// The point of a polygon nearest to the origin. Its direction separates best.
#pragma once
#include "detect/linear_ccd/moving_polygon.h"

namespace graze::linear_ccd {

/// c0 + alpha (c1 - c0) + beta (c3 - c0), inside the polygon: its distance is an upper bound.
struct ClosestPoint {
  Vec3 direction = Vec3::Zero();  ///< from the origin; |direction| <= 1 + 8u; zero if they coincide
  double distance = 0.0;
  double alpha = 0.0;
  double beta = 0.0;
  double gap = 0.0;  ///< min over corners of direction . c_k; equals distance but for rounding
};

ClosestPoint closest_point(const Corners& corners, bool is_triangle);

}  // namespace graze::linear_ccd
