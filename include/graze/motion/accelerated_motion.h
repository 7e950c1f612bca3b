// SPDX-License-Identifier: MIT
// The motion of a simulated body: a state with velocity and acceleration, carried on.     [C1, K4]
#pragma once
#include <graze/motion/motion.h>

namespace graze {

/// A body at an instant, in the world frame.
struct AcceleratedState {
  Pose pose = {};                ///< world_from_body
  Vec3 centre = Vec3::Zero();    ///< the body point whose velocity is given (the centre of mass);
                                 ///< body frame
  Vec3 velocity = Vec3::Zero();  ///< of the centre, length / s
  Vec3 angular_velocity = Vec3::Zero();      ///< rad / s
  Vec3 acceleration = Vec3::Zero();          ///< of the centre, length / s^2; constant
  Vec3 angular_acceleration = Vec3::Zero();  ///< rad / s^2; constant
};

/// With s = t - domain.lo: the centre is at pose * centre + velocity s + acceleration s^2 / 2, and
/// the rotation is exp(angular_velocity s + angular_acceleration s^2 / 2) * pose.rotation, where
/// pose.rotation stands for the rotation nearest to it, as always. Has bounds: every method
/// applies. Throws InputError if the domain is empty, a number is not finite or the matrix is not a
/// rotation to 1e-6.
Motion accelerated_motion(const AcceleratedState& state, const Interval& domain,
                          Outside outside = Outside::kHold);

/// The state after `seconds` of the same motion; velocities as the motion has them then.
AcceleratedState advanced(const AcceleratedState& state, double seconds);

}  // namespace graze
