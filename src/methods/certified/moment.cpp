// SPDX-License-Identifier: MIT
#include "methods/certified/moment.h"

#include "math/unit_roundoff.h"

namespace graze::certified {
namespace {
// Below what the bounds add under their roots: |n x axis| is taken as sqrt(1 - (n . axis)^2 +
// 2^-44).
constexpr double kMostAxisError = 1e-14;

/// A body point x: R x is off by the pose's error and 6 u |x|.
double position_error_of(const MotionState& state, double radius) {
  return state.rotation_error * radius + state.translation_error +
         8.0 * kU * (radius + state.pose.translation.norm());
}
}  // namespace

BodyMoment still_moment(const MotionState& state, double radius) {
  BodyMoment moment;
  moment.rotation = state.pose.rotation;
  moment.position = moment.reference = state.pose.translation;
  moment.velocity = moment.spin = moment.axis = Vec3::Zero();
  moment.position_error = position_error_of(state, radius);
  moment.still = true;
  return moment;
}

BodyMoment body_moment(const Motion& motion, double t, const MotionBounds& bounds, double radius) {
  const MotionState state = state_at(motion, t);
  BodyMoment moment;
  moment.rotation = state.pose.rotation;
  moment.position = state.pose.translation;
  moment.velocity = state.twist.linear;
  moment.spin = state.twist.angular;
  moment.reference = state.pose * bounds.reference;
  if (bounds.axis && bounds.axis_error <= kMostAxisError) {
    moment.axis = *bounds.axis;
    moment.axis_error = bounds.axis_error;
  } else {
    moment.axis = Vec3::Zero();
  }
  moment.curvature = bounds.curvature;
  moment.acceleration = bounds.acceleration;
  moment.still = bounds.speed == 0.0 && bounds.angular_speed == 0.0;
  moment.position_error = position_error_of(state, radius);
  // w x (R x), likewise.
  moment.velocity_error = state.linear_error + state.angular_error * radius +
                          moment.spin.norm() * (state.rotation_error + 16.0 * kU) * radius +
                          8.0 * kU * moment.velocity.norm();
  return moment;
}

}  // namespace graze::certified
