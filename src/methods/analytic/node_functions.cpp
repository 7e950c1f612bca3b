// SPDX-License-Identifier: MIT
// Question   What are the 15 functions of two boxes of two trees, given those of the bodies?  [B6]
// Source     docs/methods/analytic.md, section 8: all 25 polynomials are linear in those of
//            the bodies.
// Guarantee  `error` covers the bodies' errors, this file's roundings and boxes that are orthogonal
//            up to rounding only.
#include "methods/analytic/node_functions.h"

#include <algorithm>

#include "math/unit_roundoff.h"

namespace graze::analytic {
namespace {

Mat3 cross_matrix(const Vec3& v) {
  Mat3 m;
  m << 0.0, -v.z(), v.y(), v.z(), 0.0, -v.x(), -v.y(), v.x(), 0.0;
  return m;
}

/// A tree's boxes are orthogonal up to 8 u; this is larger than what that may add to any shadow.
void set_half(const Box& box, double* half) {
  const double room = 0x1p-46 * box.half_size.sum();
  for (int k = 0; k < 3; ++k) half[k] = box.half_size[k] + room;
  half[3] = 0.0;
}
}  // namespace

void node_functions(const PairFunctions& bodies, const Box& a, const Box& b,
                    PairFunctions& result) {
  result.degree = bodies.degree;
  result.affine = false;
  set_half(a, result.half_a);
  set_half(b, result.half_b);
  const Mat3 to_a = a.axes.transpose(), to_b = b.axes.transpose();
  const Mat3 around_a = cross_matrix(a.centre), around_b = cross_matrix(b.centre);
  for (int k = 0; k <= bodies.degree; ++k) {
    const double* from = bodies.c[k];
    double* to = result.c[k];
    Mat3 v, across;
    Vec3 in_a, in_b;
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) v(i, j) = from[4 * i + j], across(i, j) = from[12 + 4 * i + j];
      in_a[i] = from[24 + i];
      in_b[i] = from[28 + i];
    }
    const double w = from[3];
    in_a = to_a * (in_a + v * b.centre - w * a.centre);
    in_b = to_b * (in_b + w * b.centre - v.transpose() * a.centre);
    across = to_a * (across - v * around_b + around_a * v) * b.axes;
    v = to_a * v * b.axes;
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) to[4 * i + j] = v(i, j), to[12 + 4 * i + j] = across(i, j);
      to[24 + i] = in_a[i];
      to[28 + i] = in_b[i];
      to[4 * i + 3] = to[15 + 4 * i] = 0.0;
    }
    to[27] = to[31] = 0.0;
    to[3] = w;
  }
  // Rotations are matrices with rows of |.|_1 <= sqrt 3: every sum grows by less than 6.
  result.size = 6.0 * bodies.size;
  result.error = 6.0 * bodies.error + 128.0 * kU * result.size;
  result.v_error = 6.0 * bodies.v_error + 128.0 * kU * result.size;
  result.slack = 0x1p1000;  // overlaps of boxes are not asked for
}

}  // namespace graze::analytic
