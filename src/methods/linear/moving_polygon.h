// SPDX-License-Identifier: MIT
// The difference of two moving convex things as one moving polygon that may meet the origin.
//
// A point v and a triangle f0 f1 f2 touch when the origin is in the triangle f_k - v; two edges
// a0 a1, b0 b1 touch when it is in the parallelogram b_j - a_i. Both are kept as four corners in
// cyclic order (a triangle repeats its last one): c0 + alpha (c1 - c0) + beta (c3 - c0).
#pragma once
#include "graze/methods/linear.h"
#include "math/precise_vector.h"

namespace graze::linear {

/// Four points, coordinate by coordinate, so that the compiler can use SIMD.
template <typename Real>
struct Corners {
  Real x[4];
  Real y[4];
  Real z[4];

  Vector<Real> at(int k) const { return {x[k], y[k], z[k]}; }
  void set(int k, const Vector<Real>& p) {
    x[k] = p.x;
    y[k] = p.y;
    z[k] = p.z;
  }
};

template <typename Real>
struct MovingPolygon {
  bool is_triangle = true;
  Corners<Real> start;
  Corners<Real> end;
  Vector<Real> edge_start[2];  ///< c1 - c0 and c3 - c0 at t = 0, each rounded once
  Vector<Real> edge_end[2];
  double size = 0.0;         ///< largest |coordinate| of all corners, at both ends
  double uncertainty = 0.0;  ///< of one coordinate of one corner; covers both operands
  /// For any t in [0, 1] and any n with |n| <= 1.2: the computed n . c_k(t) is this close.
  double dot_error = 0.0;
  /// What directions must keep the polygon off the origin by; 0: not containing it is enough.
  double gap = 0.0;
};

template <typename Real>
MovingPolygon<Real> difference_polygon(const LinearQuery& query);

/// The corners at time t: each coordinate is within 5u size + uncertainty of the true one.
template <typename Real>
Corners<Real> corners_at(const MovingPolygon<Real>& polygon, const Real& t) {
  const Real s = Real(1.0) - t;
  Corners<Real> at;
  for (int k = 0; k < 4; ++k) at.x[k] = s * polygon.start.x[k] + t * polygon.end.x[k];
  for (int k = 0; k < 4; ++k) at.y[k] = s * polygon.start.y[k] + t * polygon.end.y[k];
  for (int k = 0; k < 4; ++k) at.z[k] = s * polygon.start.z[k] + t * polygon.end.z[k];
  return at;
}

}  // namespace graze::linear
