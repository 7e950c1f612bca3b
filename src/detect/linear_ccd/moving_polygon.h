// SPDX-License-Identifier: MIT
// The difference of two moving convex things as one moving polygon that may meet the origin.
//
// A point v and a triangle f0 f1 f2 touch when the origin is in the triangle f_k - v; two edges
// a0 a1, b0 b1 touch when it is in the parallelogram b_j - a_i. Both are kept as four corners in
// cyclic order (a triangle repeats its last one): c0 + alpha (c1 - c0) + beta (c3 - c0).
#pragma once
#include "graze/detect/linear_ccd.h"

namespace graze::linear_ccd {

inline constexpr double kRoundoff = 0x1p-53;

/// Four points, coordinate by coordinate, so that the compiler can use SIMD.
struct Corners {
  double x[4];
  double y[4];
  double z[4];

  Vec3 at(int k) const { return {x[k], y[k], z[k]}; }
  void set(int k, const Vec3& p) {
    x[k] = p.x();
    y[k] = p.y();
    z[k] = p.z();
  }
};

struct MovingPolygon {
  bool is_triangle = true;
  Corners start;
  Corners end;
  Vec3 edge_start[2];  ///< c1 - c0 and c3 - c0 at t = 0, each rounded once
  Vec3 edge_end[2];
  double size = 0.0;         ///< largest |coordinate| of all corners, at both ends
  double uncertainty = 0.0;  ///< of one coordinate of one corner; covers both operands
  /// For any t in [0, 1] and any n with |n| <= 1 + 8u: the computed n . c_k(t) is this close.
  double dot_error = 0.0;
};

MovingPolygon difference_polygon(const LinearQuery& query);

/// The corners at time t: each coordinate is within 5u size + uncertainty of the true one.
inline Corners corners_at(const MovingPolygon& polygon, double t) {
  const double s = 1.0 - t;
  Corners at;
  for (int k = 0; k < 4; ++k) at.x[k] = s * polygon.start.x[k] + t * polygon.end.x[k];
  for (int k = 0; k < 4; ++k) at.y[k] = s * polygon.start.y[k] + t * polygon.end.y[k];
  for (int k = 0; k < 4; ++k) at.z[k] = s * polygon.start.z[k] + t * polygon.end.z[k];
  return at;
}

}  // namespace graze::linear_ccd
