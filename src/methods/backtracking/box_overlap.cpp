// SPDX-License-Identifier: MIT
// Question   Do two oriented boxes have a point in common?                                     [K3]
// Source     Separating axes: Gottschalk, Lin, Manocha 1996.
// Guarantee  "No" is right, rounding included; "yes" may be off by rounding.
// Changed    -
#include "methods/backtracking/box_overlap.h"

#include <cmath>

namespace graze::backtracking {
namespace {
// Every projection below is a sum of at most 12 products of numbers bounded by the boxes' sizes and
// distance: 64 roundings of that size cover them all.
constexpr double kMargin = 64.0 * 0x1p-53;

struct Relative {
  Mat3 turn;    // columns: axes of b in the frame of box a
  Mat3 abs;     // their absolute values, grown: nearly parallel edges make no false axis
  Vec3 centre;  // of b in the frame of box a
};

Relative relative(const Box& a, const Box& b, const Pose& a_from_b) {
  Relative r;
  const Mat3 axes = times(a_from_b.rotation, b.axes);
  for (int k = 0; k < 3; ++k) r.turn.col(k) = transpose_times(a.axes, Vec3(axes.col(k)));
  r.abs = (r.turn.array().abs() + kMargin).matrix();
  r.centre = transpose_times(a.axes, a_from_b * b.centre - a.centre);
  return r;
}

bool separated_by_face(const Relative& r, const Vec3& ha, const Vec3& hb, double slack) {
  for (int k = 0; k < 3; ++k) {
    if (std::abs(r.centre[k]) > ha[k] + r.abs.row(k).dot(hb) + slack) return true;
    if (std::abs(r.turn.col(k).dot(r.centre)) > hb[k] + r.abs.col(k).dot(ha) + slack) return true;
  }
  return false;
}

bool separated_by_edges(const Relative& r, const Vec3& ha, const Vec3& hb, double slack) {
  for (int i = 0; i < 3; ++i) {
    const int i1 = (i + 1) % 3, i2 = (i + 2) % 3;
    for (int j = 0; j < 3; ++j) {
      const int j1 = (j + 1) % 3, j2 = (j + 2) % 3;
      const double distance = std::abs(r.centre[i2] * r.turn(i1, j) - r.centre[i1] * r.turn(i2, j));
      const double reach = ha[i1] * r.abs(i2, j) + ha[i2] * r.abs(i1, j) + hb[j1] * r.abs(i, j2) +
                           hb[j2] * r.abs(i, j1);
      if (distance > reach + slack) return true;
    }
  }
  return false;
}
}  // namespace

bool may_overlap(const Box& a, const Box& b, const Pose& a_from_b) {
  const Relative r = relative(a, b, a_from_b);
  const double size = a.half_size.sum() + b.half_size.sum() + a.centre.lpNorm<1>() +
                      b.centre.lpNorm<1>() + a_from_b.translation.lpNorm<1>();
  const double slack = kMargin * size;
  return !separated_by_face(r, a.half_size, b.half_size, slack) &&
         !separated_by_edges(r, a.half_size, b.half_size, slack);
}

}  // namespace graze::backtracking
