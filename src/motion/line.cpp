// SPDX-License-Identifier: MIT
// The straight line that positions and rotation vectors follow.
#include <cmath>

#include "motion/curves.h"
#include "motion/rounding.h"

namespace graze {

Vec3 point_on_line(const Vec3& begin, const Vec3& travel, double s) { return begin + s * travel; }

// travel is off by u of itself, the product by u, s by its error; the sum by u of the point.
double line_error(const Vec3& point, const Vec3& travel, const Parameter& p) {
  return rounded_up(size_of(travel) * (2.01 * kU * p.s + 1.001 * p.error) +
                    (p.s == 0.0 ? 0.0 : kU * size_of(point)));
}

IntervalVec3 line_over(const Vec3& begin, const Vec3& end, const Interval& s) {
  return IntervalVec3(begin) + s * (IntervalVec3(end) - IntervalVec3(begin));
}

}  // namespace graze
