// SPDX-License-Identifier: MIT
// Question   Where is a body with constant acceleration and angular acceleration?          [C1, K4]
// Source     AcceleratedState in accelerated_motion.h; the rotation's bounds as for six parameters,
//            docs/methods/motions.md, section 5, with a rotation vector that is quadratic in time.
// Guarantee  Errors and enclosures are against the formula in real numbers.
// Changed    -
#include <graze/base/error.h>
#include <graze/math/rotation.h>

#include <cmath>
#include <string>

#include "motion/checks.h"
#include "motion/node.h"
#include "motion/rounding.h"

namespace graze {
namespace {
// Generous: a rotation matrix from a vector makes about 60 roundings, a product of two 6 more.
constexpr double kRotationRoundings = 256.0 * kU;
constexpr double kLengthRoundings = 32.0 * kU;

/// The left Jacobian of exp at r, times v: the angular velocity of exp(r) when r' = v.
Vec3 jacobian_times(const Vec3& r, const Vec3& v) {
  const double angle_sq = r.squaredNorm(), angle = std::sqrt(angle_sq);
  double b = 0.5 - angle_sq / 24.0, c = 1.0 / 6.0 - angle_sq / 120.0;
  if (angle > 1e-3) {
    const SinCos full = sin_cos(angle), half = sin_cos(0.5 * angle);
    b = 2.0 * half.sin * half.sin / angle_sq;
    c = (1.0 - full.sin / angle) / angle_sq;
  }
  const Vec3 across = r.cross(v);
  return v + b * across + c * r.cross(across);
}

/// Bounds over z in [0, until], seconds, of what the formula is made of.
struct Reach {
  explicit Reach(const AcceleratedState& b, double until)
      : speed(b.velocity.norm() + until * b.acceleration.norm()),
        spin(b.angular_velocity.norm() + until * b.angular_acceleration.norm()),
        size(b.pose.translation.lpNorm<1>() +
             until * (b.velocity.lpNorm<1>() + until * b.acceleration.lpNorm<1>())) {}
  double speed;  ///< of the centre
  double spin;   ///< |r'|, which bounds the angular velocity
  double size;   ///< of the centre's coordinates, in all
};

Vec3 turn_at(const AcceleratedState& b, double z) {
  return z * b.angular_velocity + (0.5 * z * z) * b.angular_acceleration;
}

/// At z seconds, whose relative error is at most 5 u: what it does is below the constants above.
/// Twists are per second.
MotionState state_after(const AcceleratedState& b, const Vec3& centre, double z) {
  const Vec3 r = turn_at(b, z);
  MotionState state;
  state.pose.rotation = times(rotation_from_vector(r), b.pose.rotation);
  const Vec3 arm = times(state.pose.rotation, b.centre);
  state.pose.translation = centre + z * b.velocity + (0.5 * z * z) * b.acceleration - arm;
  state.twist.angular = jacobian_times(r, b.angular_velocity + z * b.angular_acceleration);
  state.twist.linear = b.velocity + z * b.acceleration - state.twist.angular.cross(arm);
  const Reach reach(b, z);
  const double length = b.centre.norm();
  state.rotation_error = kRotationRoundings * (1.0 + reach.spin * z);
  state.translation_error =
      state.rotation_error * length + kLengthRoundings * (reach.size + length);
  state.angular_error = 1e-12 * reach.spin * (1.0 + reach.spin * z);
  state.linear_error = kLengthRoundings * reach.speed + 1.01 * state.angular_error * length +
                       2.0 * reach.spin * state.rotation_error * length;
  return state;
}

IntervalVec3 centre_over(const AcceleratedCurve& curve, const Interval& z) {
  const AcceleratedState& b = curve.formula.begin;
  const Interval half_sq = Interval(0.5) * sqr(z);
  const double error = kLengthRoundings * (b.pose.translation.lpNorm<1>() + b.centre.lpNorm<1>()) +
                       1.01 * curve.begin_error * b.centre.norm();
  IntervalVec3 centre;
  for (int k = 0; k < 3; ++k) {
    const Interval start(round_down(curve.centre[k] - error), round_up(curve.centre[k] + error));
    centre[k] = start + z * Interval(b.velocity[k]) + half_sq * Interval(b.acceleration[k]);
  }
  return centre;
}

}  // namespace

AcceleratedCurve make_curve(const AcceleratedFormula& formula) {
  return {formula, formula.begin.pose * formula.begin.centre,
          distance_to_rotation(formula.begin.pose.rotation)};
}

MotionState state_of(const AcceleratedCurve& curve, const Parameter& p) {
  const double duration = curve.formula.duration;
  const AcceleratedState& b = curve.formula.begin;
  MotionState state = state_after(b, curve.centre, p.s * duration);
  // The stored matrix stands for the rotation nearest to it: c and R centre move by it.
  const double arm_error = 1.01 * curve.begin_error * b.centre.norm();
  state.rotation_error = rounded_up(state.rotation_error + 1.01 * curve.begin_error);
  state.translation_error = rounded_up(state.translation_error + 2.0 * arm_error);
  state.linear_error += Reach(b, duration).spin * arm_error;
  state.twist.linear *= duration;
  state.twist.angular *= duration;
  state.linear_error =
      rounded_up(duration * (state.linear_error + kU * size_of(state.twist.linear)));
  state.angular_error =
      rounded_up(duration * (state.angular_error + kU * size_of(state.twist.angular)));
  return state;
}

/// The rotation at the middle, grown by the way of a unit vector to either end.
IntervalPose pose_over(const AcceleratedCurve& curve, const Interval& s) {
  const AcceleratedState& b = curve.formula.begin;
  const Interval z = s * Interval(curve.formula.duration);
  const double spin = Reach(b, z.hi).spin, half = 0.5 * z.width() * (1.0 + 4.0 * kU);
  const double grow =
      rounded_up((1.0 + 16.0 * kU) * spin * half + kRotationRoundings * (1.0 + spin * z.hi) +
                 1.01 * curve.begin_error);
  const Mat3 middle = times(rotation_from_vector(turn_at(b, z.middle())), b.pose.rotation);
  IntervalPose pose;
  pose.rotation = grown(IntervalMat3(middle), grow);
  pose.translation = centre_over(curve, z) - pose.rotation * IntervalVec3(b.centre);
  return pose;
}

IntervalVec3 point_over(const AcceleratedCurve& curve, const Interval& s, const IntervalVec3& p) {
  return pose_over(curve, s) * p;
}

MotionBounds bounds_of(const AcceleratedCurve& curve, const Interval& s) {
  const AcceleratedState& b = curve.formula.begin;
  const double duration = curve.formula.duration;
  const Reach reach(b, rounded_up(s.hi * duration));
  const double spin = rounded_up(reach.spin), growth = b.angular_acceleration.norm();
  MotionBounds bounds;
  bounds.reference = b.centre;
  bounds.speed = rounded_up(reach.speed * duration);
  bounds.acceleration = rounded_up(b.acceleration.norm() * duration * duration);
  bounds.angular_speed = rounded_up(spin * duration);
  if (growth == 0.0) {
    if (spin > 0.0) bounds.axis = b.angular_velocity / b.angular_velocity.norm();
    bounds.axis_error = 16.0 * kU;
    return bounds;
  }
  // w = J(r) r' with |J| <= 1 and |J'| <= |r'| / 2.
  bounds.angular_acceleration = rounded_up((growth + 0.5 * spin * spin) * duration * duration);
  return bounds;
}

AcceleratedFormula check_accelerated(const AcceleratedFormula& given) {
  AcceleratedFormula f = given;
  AcceleratedState& b = f.begin;
  b.pose = check_pose(b.pose, "state.pose");
  b.centre = check_point(b.centre, "state.centre");
  b.velocity = check_point(b.velocity, "state.velocity");
  b.acceleration = check_point(b.acceleration, "state.acceleration");
  b.angular_velocity = check_point(b.angular_velocity, "state.angular_velocity");
  b.angular_acceleration = check_point(b.angular_acceleration, "state.angular_acceleration");
  if (!(f.duration > 0.0) || !std::isfinite(f.duration))
    throw InputError({"duration", std::to_string(f.duration) + " s", "a finite time > 0", ""});
  check_rotation_vector(turn_at(b, f.duration), "the turn of the state");
  return f;
}

Motion accelerated_motion(const AcceleratedState& state, const Interval& domain, Outside outside) {
  check_domain(domain, "domain");
  const AcceleratedFormula formula = check_accelerated({state, domain.hi - domain.lo});
  return make_motion(
      Track{domain, outside, {Segment{domain, Sense::kForward, make_curve(formula)}}});
}

AcceleratedState advanced(const AcceleratedState& state, double seconds) {
  const MotionState then = state_after(state, state.pose * state.centre, seconds);
  AcceleratedState next = state;
  next.pose = then.pose;
  // Products of many steps drift away from rotations; the nearest one does not.
  next.pose.rotation = nearest_rotation(then.pose.rotation).value_or(then.pose.rotation);
  next.velocity = state.velocity + seconds * state.acceleration;
  next.angular_velocity = then.twist.angular;
  return next;
}

}  // namespace graze
