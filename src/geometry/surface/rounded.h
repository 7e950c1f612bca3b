// SPDX-License-Identifier: MIT
// Enclosures as a point and a radius, lengths rounded up.
#pragma once
#include "graze/math/interval_pose.h"

namespace graze::surface {

/// A frame that is orthonormal to 1e-12 lengthens nothing by more.
inline constexpr double kFrameStretch = 1.0 + 1e-11;

/// Never less than the length of any vector inside.
inline double longest(const IntervalVec3& v) { return sqrt(sqr(v.x) + sqr(v.y) + sqr(v.z)).hi; }

/// A point with all of an enclosure within `radius`.
struct Rounded {
  Vec3 point;
  double radius;
};

inline Rounded rounded(const IntervalVec3& v) {
  const Vec3 middle = v.middle();
  return {middle, longest(v - IntervalVec3(middle))};
}

inline bool is_finite(const IntervalVec3& v) {
  return v.x.is_finite() && v.y.is_finite() && v.z.is_finite();
}

/// sup |x cos t + y sin t|: the larger singular value of the two columns, rounded up.
inline double longest_on_ellipse(const Vec3& x, const Vec3& y) {
  const Interval xx = dot(IntervalVec3(x), IntervalVec3(x)),
                 yy = dot(IntervalVec3(y), IntervalVec3(y));
  const Interval xy = dot(IntervalVec3(x), IntervalVec3(y));
  return sqrt(0.5 * (xx + yy) + sqrt(sqr(0.5 * (xx - yy)) + sqr(xy))).hi;
}

/// h^2 m / 8: how far a function with |f''| <= m is from its chord over a length h.
inline double chord_error(const Interval& range, double m) {
  const Interval h = Interval(range.hi) - Interval(range.lo);
  return (0.125 * (sqr(h) * Interval(m))).hi;
}

}  // namespace graze::surface
