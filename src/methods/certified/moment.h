// SPDX-License-Identifier: MIT
// Both bodies at one instant: where they are, how they move, and how far their paths may bend.
#pragma once
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

struct Moment {
  double t = 0.0;
  BodyMoment a, b;
};

/// `radius`: no point of the body is farther from the body origin.
BodyMoment body_moment(const Motion& motion, double t, const MotionBounds& bounds, double radius);

}  // namespace graze::certified
