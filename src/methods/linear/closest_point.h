// SPDX-License-Identifier: MIT
// The point of a polygon nearest to the origin. Its direction separates best.
#pragma once
#include "methods/linear/moving_polygon.h"

namespace graze::linear {

/// c0 + alpha (c1 - c0) + beta (c3 - c0), inside the polygon: its distance is an upper bound.
template <typename Real>
struct ClosestPoint {
  Vector<Real> direction;  ///< from the origin; unit up to rounding; zero if they coincide
  Real distance{};
  Real alpha{};
  Real beta{};
  Real gap{};  ///< min over corners of direction . c_k; equals distance but for rounding
};

template <typename Real>
ClosestPoint<Real> closest_point(const Corners<Real>& corners, bool is_triangle);

}  // namespace graze::linear
