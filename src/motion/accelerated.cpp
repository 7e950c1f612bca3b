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

#include "graze/motion/accelerated_motion.h"
#include "motion/rounding.h"

namespace graze {
namespace {
// Generous: a rotation matrix from a vector makes about 60 roundings, a product of two 6 more.
constexpr double kRotationRoundings = 256.0 * kU;
constexpr double kLengthRoundings = 32.0 * kU;

double largest(const Vec3& v) { return v.cwiseAbs().maxCoeff(); }

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

class AcceleratedCurve {
 public:
  AcceleratedCurve(const AcceleratedState& state, double begin)
      : state_(state), begin_(begin), centre_(state.pose * state.centre) {}

  Pose pose_at(double t) const {
    const double s = t - begin_;
    const Mat3 rotation = times(rotation_from_vector(turn_at(s)), state_.pose.rotation);
    return {rotation, centre_at(s) - times(rotation, state_.centre)};
  }

  MotionState state_at(double t) const {
    const double s = t - begin_;
    const Vec3 velocity = state_.velocity + s * state_.acceleration;
    const Vec3 rate = state_.angular_velocity + s * state_.angular_acceleration;
    MotionState state;
    state.pose = pose_at(t);
    state.twist.angular = jacobian_times(turn_at(s), rate);
    const Vec3 arm = times(state.pose.rotation, state_.centre);
    state.twist.linear = velocity - state.twist.angular.cross(arm);
    const double reach = state_.centre.norm(), spin = spin_until(s);
    state.rotation_error = kRotationRoundings * (1.0 + spin * s);
    state.translation_error =
        state.rotation_error * reach + kLengthRoundings * (size_until(s) + reach);
    state.angular_error = 1e-12 * spin * (1.0 + spin * s);
    state.linear_error = kLengthRoundings * speed_until(s) + 1.01 * state.angular_error * reach +
                         2.0 * spin * state.rotation_error * reach;
    return state;
  }

  MotionBounds bounds_over(const Interval& span) const {
    const double s = until(span);
    MotionBounds bounds;
    bounds.reference = state_.centre;
    bounds.speed = rounded_up((1.0 + 16.0 * kU) * speed_until(s));
    bounds.acceleration = rounded_up((1.0 + 16.0 * kU) * state_.acceleration.norm());
    bounds.angular_speed = rounded_up((1.0 + 16.0 * kU) * spin_until(s));
    const double growth = state_.angular_acceleration.norm();
    if (growth == 0.0) {
      const double spin = state_.angular_velocity.norm();
      if (spin > 0.0) bounds.axis = state_.angular_velocity / spin;
      bounds.axis_error = 16.0 * kU;
      return bounds;
    }
    // w = J(r) r' with |J| <= 1 and |J'| <= |r'| / 2.
    const double w = bounds.angular_speed;
    bounds.angular_acceleration = rounded_up((1.0 + 16.0 * kU) * (growth + 0.5 * w * w));
    return bounds;
  }

  /// The rotation at the middle, grown by the way of a unit vector to either end.
  IntervalPose enclose(const Interval& span) const {
    const double middle = span.middle();
    const double s = until(span);
    const double half = 0.5 * span.width() * (1.0 + 4.0 * kU);
    const double grow = rounded_up((1.0 + 16.0 * kU) * spin_until(s) * half +
                                   kRotationRoundings * (1.0 + spin_until(s) * s));
    const Mat3 rotation = pose_at(middle).rotation;
    IntervalPose pose;
    for (int row = 0; row < 3; ++row) {
      for (int k = 0; k < 3; ++k) {
        pose.rotation(row, k) = {round_down(rotation(row, k) - grow),
                                 round_up(rotation(row, k) + grow)};
      }
    }
    pose.translation = centre_over(span) - pose.rotation * IntervalVec3(state_.centre);
    return pose;
  }

 private:
  Vec3 turn_at(double s) const {
    return s * state_.angular_velocity + (0.5 * s * s) * state_.angular_acceleration;
  }
  Vec3 centre_at(double s) const {
    return centre_ + s * state_.velocity + (0.5 * s * s) * state_.acceleration;
  }
  double until(const Interval& span) const {
    return std::fmax(std::fabs(span.lo - begin_), std::fabs(span.hi - begin_)) * (1.0 + 2.0 * kU);
  }
  double speed_until(double s) const {
    return state_.velocity.norm() + s * state_.acceleration.norm();
  }
  double spin_until(double s) const {
    return state_.angular_velocity.norm() + s * state_.angular_acceleration.norm();
  }
  double size_until(double s) const {
    return state_.pose.translation.lpNorm<1>() +
           s * (state_.velocity.lpNorm<1>() + s * state_.acceleration.lpNorm<1>());
  }
  IntervalVec3 centre_over(const Interval& span) const {
    const Interval s = span - Interval(begin_);
    const Interval half_sq = Interval(0.5) * sqr(s);
    const double error = kLengthRoundings * (size_until(0.0) + state_.centre.lpNorm<1>());
    IntervalVec3 centre;
    for (int k = 0; k < 3; ++k) {
      const Interval start(round_down(centre_[k] - error), round_up(centre_[k] + error));
      centre[k] =
          start + s * Interval(state_.velocity[k]) + half_sq * Interval(state_.acceleration[k]);
    }
    return centre;
  }

  AcceleratedState state_;
  double begin_;
  Vec3 centre_;
};

AcceleratedState checked(AcceleratedState state) {
  for (const Vec3* v :
       {&state.pose.translation, &state.centre, &state.velocity, &state.angular_velocity,
        &state.acceleration, &state.angular_acceleration}) {
    if (v->allFinite() && largest(*v) < 1e150) continue;
    throw InputError({"state", "a number that is not finite or too large", "finite vectors", ""});
  }
  const auto rotation = nearest_rotation(state.pose.rotation);
  if (!is_rotation(state.pose.rotation, 1e-6) || !rotation) {
    throw InputError({"state.pose.rotation", "a matrix that is no rotation",
                      "orthonormal columns to 1e-6, determinant 1", ""});
  }
  state.pose.rotation = *rotation;
  return state;
}
}  // namespace

Motion accelerated_motion(const AcceleratedState& state, const Interval& domain, Outside outside) {
  if (!domain.is_finite() || !(domain.lo < domain.hi)) {
    throw InputError({"domain",
                      "[" + std::to_string(domain.lo) + ", " + std::to_string(domain.hi) + "]",
                      "two finite times in ascending order", ""});
  }
  const AcceleratedCurve curve(checked(state), domain.lo);
  CustomMotion motion;
  motion.domain = domain;
  motion.outside = outside;
  motion.pose_at = [curve](double t) { return curve.pose_at(t); };
  motion.state_at = [curve](double t) { return curve.state_at(t); };
  motion.enclose = [curve](const Interval& span) { return curve.enclose(span); };
  motion.bounds_over = [curve](const Interval& span) { return curve.bounds_over(span); };
  return Motion::custom(std::move(motion));
}

AcceleratedState advanced(const AcceleratedState& state, double seconds) {
  const MotionState then = AcceleratedCurve(state, 0.0).state_at(seconds);
  AcceleratedState next = state;
  next.pose = then.pose;
  // Products of many steps drift away from rotations; the nearest one does not.
  next.pose.rotation = nearest_rotation(then.pose.rotation).value_or(then.pose.rotation);
  next.velocity = state.velocity + seconds * state.acceleration;
  next.angular_velocity = then.twist.angular;
  return next;
}

}  // namespace graze
