// SPDX-License-Identifier: MIT
// Both bodies at one instant: where they are, how they move, and how far their paths may bend.
#pragma once
#include <algorithm>
#include <cmath>

#include "graze/motion/motion.h"

namespace graze::certified {

/// A body at time t, in the work frame, and bounds that hold from t to the end of the window.
struct BodyMoment {
  Mat3 rotation;
  Vec3 position;                ///< of the body origin
  Vec3 velocity;                ///< of the body origin
  Vec3 spin;                    ///< angular velocity
  Vec3 reference;               ///< the bounds' reference point, work frame
  Vec3 axis;                    ///< fixed direction of `spin`, or zero
  double axis_error = 0.0;      ///< of the direction
  double curvature = 0.0;       ///< sup |R''|
  double acceleration = 0.0;    ///< sup |reference''|
  double position_error = 0.0;  ///< of any point of the body
  double velocity_error = 0.0;  ///< of any point of the body, length / s
  bool still = false;           ///< from t to the end of the window
};

/// What a sum of a few products loses, as a share: 512 roundings are more than any here has. And of
/// longer chains, such as a norm of what was rounded before.
inline constexpr double kFewRoundings = 0x1p-44;
inline constexpr double kManyRoundings = 0x1p-40;

struct Moment {
  double t = 0.0;
  BodyMoment a, b;
};

/// `radius`: no point of the body is farther from the body origin.
BodyMoment body_moment(const Motion& motion, double t, const MotionBounds& bounds, double radius);

/// The same of a body that stands where it is.
BodyMoment still_moment(const MotionState& state, double radius);

/// At least the distance of a point to the axis, or to the reference if there is none; `arm` goes
/// from the reference to the point and is off by up to `error`. 0 for a body that is still.
inline double reach_of(const BodyMoment& body, const Vec3& arm, double error) {
  if (body.still) return 0.0;
  // The first term also covers the reference's rounding.
  const double slack = 4.0 * error + 2.0 * body.axis_error * arm.lpNorm<1>();
  return (arm - body.axis * body.axis.dot(arm)).norm() * (1.0 + kFewRoundings) + slack;
}

/// sup |n . p''| of a point is `acceleration` plus this times its reach; |n| <= 1 + 2^-47.
inline double curvature_across(const BodyMoment& body, const Vec3& n) {
  const double along = body.axis.dot(n);
  const double across = std::sqrt(std::max(0.0, 1.0 - along * along) + kFewRoundings);
  return body.curvature * std::min(1.0, across);
}

}  // namespace graze::certified
