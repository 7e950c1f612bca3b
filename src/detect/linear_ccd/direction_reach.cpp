// SPDX-License-Identifier: MIT
// Question   Until when does a direction keep a linearly moving polygon off the origin?       [C5]
// Source     algorithms of docs/methods/linear_ccd.md: n . c_k(t) is linear in t for a fixed n and
//            quadratic for an n that is linear in t; Bernstein coefficients bound it from below.
// Guarantee  No corner's dot product is <= 0 up to the returned time, rounding included.
// Changed    -
#include "detect/linear_ccd/direction_reach.h"

#include <algorithm>
#include <cmath>

namespace graze::linear_ccd {
namespace {
struct Dots {
  double value[4];
};

/// Lower bounds of n . c_k. The subtraction rounds by u |value|, far below the slack in the error.
Dots lower_dots(const Corners& c, const Vec3& n, double error) {
  Dots dots;
  for (int k = 0; k < 4; ++k) {
    dots.value[k] = (n.x() * c.x[k] + n.y() * c.y[k] + n.z() * c.z[k]) - error;
  }
  return dots;
}

double smallest(const Dots& d) {
  return std::min(std::min(d.value[0], d.value[1]), std::min(d.value[2], d.value[3]));
}

/// Where the straight line from `first` > 0 at 0 to `last` at 1 reaches zero; 1 if it does not.
double zero_of_line(double first, double last) { return last > 0.0 ? 1.0 : first / (first - last); }

/// Where the lower hull of the Bernstein polygon (b0 > 0, b1, b2) reaches zero; 1 if nowhere.
double zero_of_hull(double b0, double b1, double b2) {
  const double first = 0.5 * zero_of_line(b0, b1);
  const double whole = zero_of_line(b0, b2);
  if (b1 <= 0.0) return std::min(first, whole);
  return std::min(whole, 0.5 + 0.5 * zero_of_line(b1, b2));
}
}  // namespace

// share: at most 6u relative. to - from, the product and the sum round by 3u of numbers at most 1;
// a cubic's cut lies up to 6u before `from`. Together 15u.
double part_of_way(double from, double to, double share) {
  if (share >= 1.0) return to;
  constexpr double kSlack = 32.0 * kRoundoff;
  const double there = from + share * (to - from);
  return to >= from ? std::max(from, there - kSlack) : std::min(from, there + kSlack);
}

double reach(const MovingPolygon& polygon, const Instant& from, const Instant& to,
             const Vec3& direction) {
  const Dots begin = lower_dots(from.corners, direction, polygon.dot_error);
  if (!(smallest(begin) > 0.0)) return from.t;
  const Dots end = lower_dots(to.corners, direction, polygon.dot_error);
  if (smallest(end) > 0.0) return to.t;
  double share = 1.0;
  for (int k = 0; k < 4; ++k) share = std::min(share, zero_of_line(begin.value[k], end.value[k]));
  return part_of_way(from.t, to.t, share);
}

double turning_reach(const MovingPolygon& polygon, const Instant& from, const Instant& to,
                     const Vec3& at_from, const Vec3& at_to) {
  const Dots b0 = lower_dots(from.corners, at_from, polygon.dot_error);
  if (!(smallest(b0) > 0.0)) return from.t;
  const Dots cross_a = lower_dots(to.corners, at_from, polygon.dot_error);
  const Dots cross_b = lower_dots(from.corners, at_to, polygon.dot_error);
  const Dots b2 = lower_dots(to.corners, at_to, polygon.dot_error);
  double share = 1.0;
  for (int k = 0; k < 4; ++k) {
    const double b1 = 0.5 * (cross_a.value[k] + cross_b.value[k]);
    share = std::min(share, zero_of_hull(b0.value[k], b1, b2.value[k]));
  }
  return part_of_way(from.t, to.t, share);
}

}  // namespace graze::linear_ccd
