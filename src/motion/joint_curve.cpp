// SPDX-License-Identifier: MIT
// Question   Where is a body on a joint whose value follows a polynomial?                  [C1, G3]
// Source     JointFormula in motion_kinds.h: a turn or a slide with another course of time.
// Guarantee  Errors, enclosures and bounds are against the formula in real numbers.
#include <graze/math/rotation.h>

#include <cmath>

#include "motion/curves.h"
#include "motion/joint_polynomial.h"
#include "motion/rounding.h"

namespace graze {
namespace {
// Rodrigues' formula in doubles: nine entries of at most six operations each on numbers of at most
// 1, sine and cosine within 2 u.
constexpr double kTurnError = 48.0 * kU;

/// |turn(u, a) - turn(v, a)| <= (|sin a| + 2 (1 - cos a)) |u - v|.
constexpr double kAxisToTurn = 5.0;

double largest(const Interval& x) { return std::fmax(std::fabs(x.lo), std::fabs(x.hi)); }

IntervalVec3 unit_axis(const JointCurve& curve) {
  return grown(IntervalVec3(curve.formula.axis), curve.axis_error);
}
}  // namespace

JointCurve make_curve(const JointFormula& formula) {
  return {formula, distance_to_unit(formula.axis)};
}

MotionState state_of(const JointCurve& curve, const Parameter& p) {
  const Vec3& axis = curve.formula.axis;
  const JointValue q = value_of(curve.formula.coefficients, p);
  // The error of a product with the axis: one rounding a component, and the axis itself.
  const double along = 2.0 * kU + curve.axis_error;
  const double slope_error = rounded_up(q.slope_error + along * std::fabs(q.slope));
  MotionState state;
  if (curve.formula.kind == JointFormula::Kind::kSlide) {
    state.pose.translation = q.value * axis;
    state.twist.linear = q.slope * axis;
    state.translation_error = rounded_up(q.value_error + along * std::fabs(q.value));
    state.linear_error = slope_error;
    return state;
  }
  state.pose.rotation = rotation_about(axis, q.value);
  state.twist.angular = q.slope * axis;
  state.rotation_error = rounded_up(q.value_error + kTurnError + kAxisToTurn * curve.axis_error);
  state.angular_error = slope_error;
  return state;
}

IntervalPose pose_over(const JointCurve& curve, const Interval& s) {
  const Interval value = bounds_of(curve.formula.coefficients, s).value;
  IntervalPose pose{IntervalMat3(Mat3(Mat3::Identity())), IntervalVec3()};
  if (curve.formula.kind == JointFormula::Kind::kSlide) {
    pose.translation = value * unit_axis(curve);
  } else {
    pose.rotation = rotation_about(unit_axis(curve), value);
  }
  return pose;
}

IntervalVec3 point_over(const JointCurve& curve, const Interval& s, const IntervalVec3& p) {
  return pose_over(curve, s) * p;
}

MotionBounds bounds_of(const JointCurve& curve, const Interval& s) {
  const JointBounds q = bounds_of(curve.formula.coefficients, s);
  const double slope = largest(q.slope), bend = largest(q.bend);
  MotionBounds bounds;
  if (curve.formula.kind == JointFormula::Kind::kSlide) {
    bounds.speed = rounded_up(slope);
    bounds.acceleration = rounded_up(bend);
    bounds.curvature = 0.0;
    return bounds;
  }
  bounds.angular_speed = rounded_up(slope);
  bounds.angular_acceleration = rounded_up(bend);
  // The two parts of p'' are at right angles: bend u x p and slope^2 u x (u x p).
  bounds.curvature = rounded_up(std::sqrt(bend * bend + slope * slope * slope * slope));
  bounds.axis = curve.formula.axis;
  bounds.axis_error = curve.axis_error;
  return bounds;
}

}  // namespace graze
