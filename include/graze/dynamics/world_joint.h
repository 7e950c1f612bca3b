// SPDX-License-Identifier: MIT
// Joints between bodies of a world, with motors, limits and friction.                         [C11]
#pragma once
#include <graze/base/id.h>
#include <graze/math/interval.h>
#include <graze/math/vec.h>

#include <optional>
#include <string>

namespace graze {

using JointId = Id<struct JointTag>;  ///< index of a joint in its world

enum class LinkKind {
  kFixed,      ///< nothing moves
  kRevolute,   ///< turns about the axis
  kPrismatic,  ///< slides along the axis
  kBall,       ///< turns about the point
  kScrew,      ///< turns about the axis and slides along it by `pitch` per radian
  kDistance,   ///< `point` of a and `point_b` of b keep their distance
  kGear,       ///< `ratio` times a's turn about `axis` plus b's about `axis_b` is 0
};

/// Drives a joint's free direction. With a target it is a servo: it moves at the speed that reaches
/// the target in one step, but at most at |speed|.
struct JointMotor {
  double speed = 0.0;                 ///< of b relative to a, rad / s or length / s
  double most_force = kInfinity;      ///< torque or force; >= 0
  std::optional<double> target = {};  ///< rad or length
};

/// Points and axes are given in the world frame when the joint is added; then they move with their
/// bodies. The joint's value (an angle or a length) is 0 at that moment.
struct WorldJoint {
  std::string name = {};
  LinkKind kind = LinkKind::kFixed;
  BodyId a = {};
  BodyId b = {};
  Vec3 point = Vec3::Zero();
  Vec3 axis = Vec3::UnitZ();             ///< not zero
  Vec3 point_b = Vec3::Zero();           ///< kDistance
  Vec3 axis_b = Vec3::UnitZ();           ///< kGear
  double pitch = 0.0;                    ///< kScrew: length per radian
  double ratio = 1.0;                    ///< kGear
  std::optional<Interval> limits = {};   ///< of the value (revolute, prismatic, screw)
  std::optional<JointMotor> motor = {};  ///< revolute, prismatic, screw
  double friction = 0.0;                 ///< force or torque against moving; >= 0
  double break_force = kInfinity;  ///< the joint breaks when the force at its point exceeds this
  bool is_enabled = true;
  bool bodies_may_touch = true;  ///< a and b pass through each other
};

}  // namespace graze
