// SPDX-License-Identifier: MIT
// Question   Where is a body on a joint whose value follows polynomials?                   [C1, G3]
// Source     turn(<axis>, value(t)) and value(t) <axis>, as screws with another course of time.
// Guarantee  Errors and bounds are against that formula in real numbers; <axis> is the unit vector
//            along the stored one, whose doubles are within 3 u of it.
// Changed    -
#include <cmath>

#include "graze/base/error.h"
#include "graze/math/rotation.h"
#include "scene/joint_polynomial.h"

namespace graze {
namespace {
constexpr double kU = kUnitRoundoff;
constexpr double kAxisError = 4.0 * kU;
// Rodrigues' formula in doubles: nine entries of at most six operations each on numbers of at most
// 1, sine and cosine within 2 u, the axis within kAxisError.
constexpr double kTurnError = 48.0 * kU;
constexpr double kUp = 1.0 + 0x1p-40;  // more than a handful of roundings

double largest(const Interval& x) { return std::fmax(std::fabs(x.lo), std::fabs(x.hi)); }

using Pieces = std::vector<JointPolynomial>;

MotionState turned_state(const Vec3& axis, const JointValue& q) {
  MotionState state;
  state.pose.rotation = rotation_about(axis, q.value);
  state.twist.angular = q.rate * axis;
  state.rotation_error = (q.value_error + kTurnError) * kUp;
  state.angular_error = (q.rate_error + 2.0 * kAxisError * std::fabs(q.rate)) * kUp;
  return state;
}

MotionState slid_state(const Vec3& axis, const JointValue& q) {
  MotionState state;
  state.pose.translation = q.value * axis;
  state.twist.linear = q.rate * axis;
  state.translation_error = (q.value_error + 2.0 * kAxisError * std::fabs(q.value)) * kUp;
  state.linear_error = (q.rate_error + 2.0 * kAxisError * std::fabs(q.rate)) * kUp;
  return state;
}

MotionBounds turned_bounds(const Vec3& axis, const JointBounds& q) {
  MotionBounds bounds;
  const double rate = largest(q.rate), rate_dot = largest(q.rate_dot);
  bounds.angular_speed = rate * kUp;
  bounds.angular_acceleration = rate_dot * kUp;
  // The two parts of p'' are at right angles: rate_dot u x p and rate^2 u x (u x p).
  bounds.curvature = std::sqrt(rate_dot * rate_dot + rate * rate * rate * rate) * kUp;
  bounds.axis = axis;
  bounds.axis_error = kAxisError;
  return bounds;
}

MotionBounds slid_bounds(const JointBounds& q) {
  MotionBounds bounds;
  bounds.speed = largest(q.rate) * kUp;
  bounds.acceleration = largest(q.rate_dot) * kUp;
  bounds.curvature = 0.0;
  return bounds;
}

CustomMotion turning(const Vec3& axis, const std::shared_ptr<const Pieces>& pieces) {
  CustomMotion motion;
  motion.pose_at = [=](double t) { return turned_state(axis, value_at(*pieces, t)).pose; };
  motion.state_at = [=](double t) { return turned_state(axis, value_at(*pieces, t)); };
  motion.bounds_over = [=](const Interval& span) {
    return turned_bounds(axis, bounds_over(*pieces, span));
  };
  motion.enclose = [=](const Interval& span) {
    const Interval angle = bounds_over(*pieces, span).value;
    return IntervalPose{rotation_about(normalized(IntervalVec3(axis)), angle), IntervalVec3()};
  };
  return motion;
}

CustomMotion sliding(const Vec3& axis, const std::shared_ptr<const Pieces>& pieces) {
  CustomMotion motion;
  motion.pose_at = [=](double t) { return slid_state(axis, value_at(*pieces, t)).pose; };
  motion.state_at = [=](double t) { return slid_state(axis, value_at(*pieces, t)); };
  motion.bounds_over = [=](const Interval& span) {
    return slid_bounds(bounds_over(*pieces, span));
  };
  motion.enclose = [=](const Interval& span) {
    const Interval length = bounds_over(*pieces, span).value;
    return IntervalPose{IntervalMat3(Mat3(Mat3::Identity())),
                        length * normalized(IntervalVec3(axis))};
  };
  return motion;
}

void check_pieces(const Pieces& pieces) {
  if (pieces.empty()) throw InputError({"joint polynomials", "none", "at least one", ""});
  for (std::size_t k = 0; k < pieces.size(); ++k) {
    const JointPolynomial& piece = pieces[k];
    bool fine = piece.span.is_finite() && piece.span.lo < piece.span.hi;
    for (const double c : piece.c) fine = fine && std::isfinite(c) && std::fabs(c) <= 1e7;
    if (k > 0) fine = fine && pieces[k - 1].span.hi == piece.span.lo;
    if (fine) continue;
    throw InputError({"joint polynomial " + std::to_string(k),
                      "coefficients beyond 1e7, or a span that is empty or does not follow",
                      "finite numbers and spans that share their ends", ""});
  }
}
}  // namespace

Motion polynomial_joint_motion(const JointFrame& frame, RobotJointKind kind,
                               std::vector<JointPolynomial> given) {
  check_pieces(given);
  const double length = frame.axis.stableNorm();
  if (!(std::isfinite(length) && length > 0.0)) {
    throw InputError({"joint axis", "a zero or non-finite vector", "a direction", ""});
  }
  const Vec3 axis = frame.axis / length;
  const auto pieces = std::make_shared<const Pieces>(std::move(given));
  CustomMotion motion =
      kind == RobotJointKind::kPrismatic ? sliding(axis, pieces) : turning(axis, pieces);
  motion.domain = {pieces->front().span.lo, pieces->back().span.hi};
  for (std::size_t k = 1; k < pieces->size(); ++k)
    motion.breakpoints.push_back((*pieces)[k].span.lo);
  return Motion::placed(frame.parent_from_joint, Motion::custom(std::move(motion)), Pose{});
}

}  // namespace graze
