// SPDX-License-Identifier: MIT
// Question   How fast and how bent is exp(r(s)) while r runs along a straight line?            [C1]
// Source     docs/methods/motions.md, section 5: the left Jacobian as a mean of rotations.
// Guarantee  Upper bounds in real numbers for every s of the range.
#include <cmath>

#include "motion/curves.h"
#include "motion/rounding.h"

namespace graze {
namespace {
/// Both rotation vectors lie on one line through zero, in real numbers: the axis never changes.
bool keeps_axis(const Vec3& a, const Vec3& b) {
  const auto on_axis = [](const Vec3& v, int k) {
    return v[(k + 1) % 3] == 0.0 && v[(k + 2) % 3] == 0.0;
  };
  if (a.isZero(0.0) || b.isZero(0.0)) return true;
  for (int k = 0; k < 3; ++k)
    if (on_axis(a, k) && on_axis(b, k)) return true;
  return false;
}

/// r x r' is the same for every s; divided by |r| it bounds the part of r' that turns the axis.
double sup_across(const SixCurve& curve, const Interval& s, double growth) {
  const auto& f = curve.formula;
  const IntervalVec3 begin = f.begin.rotation_vector;
  const IntervalVec3 change = IntervalVec3(f.end.rotation_vector) - begin;
  const double least = norm(line_over(f.begin.rotation_vector, f.end.rotation_vector, s)).lo;
  const double product = norm(cross(begin, change)).hi;
  return product < least * growth ? rounded_up(product / least) : growth;
}
}  // namespace

MotionBounds bounds_of(const SixCurve& curve, const Interval& s) {
  const auto& f = curve.formula;
  const double growth =
      norm(IntervalVec3(f.end.rotation_vector) - IntervalVec3(f.begin.rotation_vector)).hi;
  MotionBounds b;
  b.speed = rounded_up(curve.travel.norm());
  b.angular_speed = growth;
  b.curvature = rounded_up(growth * growth);
  if (growth == 0.0) return b;
  if (keeps_axis(f.begin.rotation_vector, f.end.rotation_vector)) {
    b.axis = curve.growth / curve.growth.norm();
    b.axis_error = 16.0 * kU;
    return b;
  }
  const double across = sup_across(curve, s, growth);
  b.angular_acceleration =
      rounded_up(std::fmin(0.5 * growth * growth, growth * across + 0.5 * across * across));
  return b;
}

}  // namespace graze
