// SPDX-License-Identifier: MIT
// Question   Until when does a direction keep a linearly moving polygon off the origin?       [C5]
// Source     docs/methods/linear.md: n . c_k(t) is linear in t for a fixed n and quadratic for
//            an n that is linear in t; Bernstein coefficients bound it from below.
// Guarantee  No corner's dot product is <= the gap up to the returned time, rounding included.
// Changed    A gap to keep, subtracted from all coefficients: directions are unit vectors up to
//            rounding, and between two of them n(t) is not longer.
#include "methods/linear/direction_reach.h"

#include <algorithm>

namespace graze::linear {
namespace {
template <typename Real>
struct Dots {
  Real value[4];
};

/// What is taken off each dot product; more than |n| gap for unit vectors that are rounded.
template <typename Real>
double taken_off(const MovingPolygon<Real>& polygon) {
  return polygon.dot_error + (1.0 + 0x1p-40) * polygon.gap;
}

/// Lower bounds of n . c_k minus the gap. The subtraction rounds by u |value|, far below the slack
/// in the error.
template <typename Real>
Dots<Real> lower_dots(const Corners<Real>& c, const Vector<Real>& n, double error) {
  Dots<Real> dots;
  for (int k = 0; k < 4; ++k) {
    dots.value[k] = (n.x * c.x[k] + n.y * c.y[k] + n.z * c.z[k]) - Real(error);
  }
  return dots;
}

template <typename Real>
Real smallest(const Dots<Real>& d) {
  return std::min(std::min(d.value[0], d.value[1]), std::min(d.value[2], d.value[3]));
}

/// Where the straight line from `first` > 0 at 0 to `last` at 1 reaches zero; 1 if it does not.
template <typename Real>
Real zero_of_line(const Real& first, const Real& last) {
  return last > Real(0.0) ? Real(1.0) : first / (first - last);
}

/// Where the lower hull of the Bernstein polygon (b0 > 0, b1, b2) reaches zero; 1 if nowhere.
template <typename Real>
Real zero_of_hull(const Real& b0, const Real& b1, const Real& b2) {
  const Real half(0.5), whole = zero_of_line(b0, b2);
  if (b1 <= Real(0.0)) return std::min(half * zero_of_line(b0, b1), whole);
  return std::min(whole, half + half * zero_of_line(b1, b2));
}
}  // namespace

// share: at most 6u relative. to - from, the product and the sum round by 3u of numbers at most 1;
// a cubic's cut lies up to 6u before `from`. Together 15u.
template <typename Real>
Real part_of_way(const Real& from, const Real& to, const Real& share) {
  if (share >= Real(1.0)) return to;
  const Real slack(32.0 * kRoundoff<Real>);
  const Real there = from + share * (to - from);
  return to >= from ? std::max(from, there - slack) : std::min(from, there + slack);
}

template <typename Real>
Real reach(const MovingPolygon<Real>& polygon, const Instant<Real>& from, const Instant<Real>& to,
           const Vector<Real>& direction) {
  const Dots<Real> begin = lower_dots(from.corners, direction, taken_off(polygon));
  if (!(smallest(begin) > Real(0.0))) return from.t;
  const Dots<Real> end = lower_dots(to.corners, direction, taken_off(polygon));
  if (smallest(end) > Real(0.0)) return to.t;
  Real share(1.0);
  for (int k = 0; k < 4; ++k) share = std::min(share, zero_of_line(begin.value[k], end.value[k]));
  return part_of_way(from.t, to.t, share);
}

template <typename Real>
Real turning_reach(const MovingPolygon<Real>& polygon, const TurningDirection<Real>& turn) {
  const double error = taken_off(polygon);
  const Dots<Real> b0 = lower_dots(turn.from.corners, turn.at_from, error);
  if (!(smallest(b0) > Real(0.0))) return turn.from.t;
  const Dots<Real> mixed_a = lower_dots(turn.to.corners, turn.at_from, error);
  const Dots<Real> mixed_b = lower_dots(turn.from.corners, turn.at_to, error);
  const Dots<Real> b2 = lower_dots(turn.to.corners, turn.at_to, error);
  Real share(1.0);
  for (int k = 0; k < 4; ++k) {
    const Real b1 = Real(0.5) * (mixed_a.value[k] + mixed_b.value[k]);
    share = std::min(share, zero_of_hull(b0.value[k], b1, b2.value[k]));
  }
  return part_of_way(turn.from.t, turn.to.t, share);
}

template double part_of_way(const double&, const double&, const double&);
template DoubleDouble part_of_way(const DoubleDouble&, const DoubleDouble&, const DoubleDouble&);
template double reach(const MovingPolygon<double>&, const Instant<double>&, const Instant<double>&,
                      const Vector<double>&);
template DoubleDouble reach(const MovingPolygon<DoubleDouble>&, const Instant<DoubleDouble>&,
                            const Instant<DoubleDouble>&, const Vector<DoubleDouble>&);
template double turning_reach(const MovingPolygon<double>&, const TurningDirection<double>&);
template DoubleDouble turning_reach(const MovingPolygon<DoubleDouble>&,
                                    const TurningDirection<DoubleDouble>&);

}  // namespace graze::linear
