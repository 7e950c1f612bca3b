// SPDX-License-Identifier: MIT
// Question   Where is a body whose position and rotation vector both change linearly?          [C1]
// Source     SixParametersFormula in motion_kinds.h; the motion of rigid-ipc (Ferguson et al.
//            2021).
// Guarantee  Errors and enclosures are against the formula in real numbers; derivation of the
//            bounds in docs/methods/motions.md, section 5.
#include <graze/math/sin_cos.h>

#include <cmath>

#include "motion/curves.h"
#include "motion/products.h"
#include "motion/rounding.h"

namespace graze {
namespace {
constexpr double kSmallAngle = 0x1p-14;  // below it the series' next term is less than 2^-62

/// exp(r) = I + a [r] + b [r]^2 and its left Jacobian I + b [r] + c [r]^2.
struct Coefficients {
  double a, b, c;
};

Coefficients coefficients_at(double angle, double angle_sq) {
  if (angle < kSmallAngle) return {1.0 - angle_sq / 6.0, 0.5 - angle_sq / 24.0, 1.0 / 6.0};
  const SinCos half = sin_cos(0.5 * angle);
  const double ratio = half.sin / angle;
  const double a = 2.0 * ratio * half.cos;
  return {a, 2.0 * ratio * ratio, (1.0 - a) / angle_sq};
}

Mat3 rotation_of(const Vec3& r, double angle_sq, const Coefficients& k) {
  const double diagonal = 1.0 - k.b * angle_sq;
  const Vec3 ar = k.a * r, br = k.b * r;
  Mat3 m;
  m << diagonal + br.x() * r.x(), br.x() * r.y() - ar.z(), br.x() * r.z() + ar.y(),
      br.x() * r.y() + ar.z(), diagonal + br.y() * r.y(), br.y() * r.z() - ar.x(),
      br.x() * r.z() - ar.y(), br.y() * r.z() + ar.x(), diagonal + br.z() * r.z();
  return m;
}

/// sin(x) / x for every x inside, x >= 0.
Interval sinc(const Interval& x) {
  if (x.lo > 1.0) return sin(x) / x;
  const Interval limit(1.0);  // decreasing on [0, 4]
  const auto at = [&](double v) { return v < 0x1p-27 ? limit : sin(Interval(v)) / Interval(v); };
  if (x.hi <= 4.0) return {round_down(at(x.hi).lo - 0x1p-55), std::fmin(1.0, at(x.lo).hi)};
  return {-0.2173, 1.0};  // the least value of all is -0.21723…, near 4.4934
}
}  // namespace

SixCurve make_curve(const SixParametersFormula& f) {
  return {f, f.end.position - f.begin.position, f.end.rotation_vector - f.begin.rotation_vector};
}

MotionState state_of(const SixCurve& curve, const Parameter& p) {
  const auto& f = curve.formula;
  const Vec3 r = point_on_line(f.begin.rotation_vector, curve.growth, p.s);
  const double r_error = line_error(r, curve.growth, p);
  const double angle_sq = dot_of(r, r);
  const double angle = std::sqrt(angle_sq);
  const Coefficients k = coefficients_at(angle, angle_sq);
  const Vec3 across = crossed(r, curve.growth);
  const double growth = size_of(curve.growth);
  MotionState state;
  state.pose.rotation = rotation_of(r, angle_sq, k);
  state.pose.translation = point_on_line(f.begin.position, curve.travel, p.s);
  state.twist.angular = curve.growth + k.b * across + k.c * crossed(r, across);
  state.twist.linear = curve.travel;
  state.rotation_error =
      angle == 0.0 ? r_error : rounded_up(r_error + 6.0 * kU * angle + 60.0 * kU);
  state.translation_error = line_error(state.pose.translation, curve.travel, p);
  state.angular_error = rounded_up(growth * (0.51 * r_error + 60.0 * kU));
  state.linear_error = 1.01 * kU * size_of(curve.travel);
  return state;
}

IntervalPose pose_over(const SixCurve& curve, const Interval& s) {
  const IntervalVec3 columns[3] = {Vec3(1.0, 0.0, 0.0), Vec3(0.0, 1.0, 0.0), Vec3(0.0, 0.0, 1.0)};
  const IntervalVec3 x = line_over(curve.formula.begin.position, curve.formula.end.position, s);
  IntervalMat3 transposed;
  for (int k = 0; k < 3; ++k) transposed.rows[k] = point_over(curve, s, columns[k]) - x;
  return {transpose(transposed), x};
}

IntervalVec3 point_over(const SixCurve& curve, const Interval& s, const IntervalVec3& p) {
  const auto& f = curve.formula;
  const IntervalVec3 r = line_over(f.begin.rotation_vector, f.end.rotation_vector, s);
  const Interval angle = norm(r);
  const Interval b = 0.5 * sqr(sinc(0.5 * angle));
  const IntervalVec3 across = cross(r, p);
  return p + sinc(angle) * across + b * cross(r, across) +
         line_over(f.begin.position, f.end.position, s);
}

}  // namespace graze
