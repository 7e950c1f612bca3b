// SPDX-License-Identifier: MIT
// A body inside an inner step: where it is, and the way it takes from there.                 [C11]
#pragma once
#include <vector>

#include "dynamics/least_constraint.h"
#include "dynamics/world_data.h"
#include "graze/motion/motion.h"

namespace graze::dynamics {

/// From `since` to the end of the inner step, the centre of mass moves straight and the body turns
/// about a fixed axis, both at constant speed. A driven body follows its motion while it is on
/// time.
struct Way {
  const World::Data::Entry* entry = nullptr;
  double since = 0.0, end = 0.0;  ///< seconds
  double done = 0.0;              ///< seconds of the last advance, during which forces acted
  Pose pose = {};                 ///< at `since`
  Vec3 velocity = Vec3::Zero(), angular_velocity = Vec3::Zero();  ///< at `since`
  Vec6 twist = Vec6::Zero();                         ///< of the way, at the centre of mass
  Vec6 joint_force = Vec6::Zero();                   ///< force and torque of joints along the way
  Vec3 force = Vec3::Zero(), torque = Vec3::Zero();  ///< of commands and controllers
  Vec6 command = Vec6::Zero();                       ///< in a first-order world
  Motion motion = {};                                ///< in scene time
  bool is_free = true;                               ///< nothing touches it on this way
  bool is_held = false;
  bool follows_motion = false;  ///< of a driven body
  int rounds = 0;
  Vec6 settled = Vec6::Zero();  ///< velocities at the start of the inner step
  // At the start of the inner step, for the energy.
  double kinetic_at_begin = 0.0;
  Vec3 centre_at_begin = Vec3::Zero();

  bool is_dynamic() const { return entry->is_dynamic(); }
  bool is_free_to_move() const { return is_dynamic() && !is_held; }
  Vec3 centre() const { return pose * entry->mass.centre; }
  Vec3 centre_at(double t) const { return pose_at_time(t) * entry->mass.centre; }
  Pose pose_at_time(double t) const;
  Pose pose_along(const Vec6& other_twist, double t) const;  ///< from the same start
  /// The way's mean twist at the centre of mass from `t` to the end.
  Vec6 mean_twist(double t) const;
  /// The velocity at time t: for a driven body that of its motion, for others that at `since`.
  Vec6 velocity_at(double t) const;
  double speed_bound() const;  ///< of any point along the way

  void take(const Vec6& new_twist);  ///< from `since` on
  void stand_still();
};

/// The effect of gravity and forces on a body.
struct Drive {
  Vec3 acceleration = Vec3::Zero();
  Vec3 torque = Vec3::Zero();
};
Drive drive_of(const World::Data& world, const Way& way);

/// A way for each body from the world's state. Driven bodies follow their motions, others stand
/// still at first.
std::vector<Way> ways_at(const World::Data& world, double seconds);

/// The twist with which a body moves to the end of the inner step if nothing is in its way.
Vec6 wished_twist(const World::Data& world, const Way& way);

/// Moves the body along its way to time t and updates its velocities by forces and joints.
void advance(const World::Data& world, Way& way, double t);

/// Kinetic energy of a dynamic body.
double kinetic_energy(const Way& way);

}  // namespace graze::dynamics
