// SPDX-License-Identifier: MIT
// Turns joints into rows of the least-constraint problem.                                    [C11]
#pragma once
#include <vector>

#include "dynamics/least_constraint.h"
#include "graze/dynamics/world_joint.h"
#include "graze/math/pose.h"

namespace graze::dynamics {

/// Where a joint sits in its bodies' frames.
struct JointFrames {
  Pose a_from_joint = {};  ///< z is the axis
  Pose b_from_joint = {};
  double length = 0.0;  ///< kDistance
};
JointFrames joint_frames(const WorldJoint& joint, const Pose& world_from_a,
                         const Pose& world_from_b);

/// A direction that a joint blocks or drives. The row times the velocities is the rate of `error`.
struct JointRow {
  Vec3 linear = Vec3::Zero();   ///< times the velocity of b relative to a at `point`
  Vec3 angular = Vec3::Zero();  ///< times the relative angular velocity
  Vec3 angular_a = Vec3::Zero(), angular_b = Vec3::Zero();  ///< times the bodies' own (gear)
  Vec3 point = Vec3::Zero();
  double error = 0.0;  ///< length or rad; should be 0, or >= 0 for a limit
  enum class Kind { kBlock, kLimit, kDrive } kind = Kind::kBlock;
  double speed = 0.0;  ///< of a drive
  double most_force = kInfinity;
};

/// The rows of a joint at two poses, where its value is `value`. A servo has `seconds` to reach its
/// target.
std::vector<JointRow> joint_rows(const WorldJoint& joint, const JointFrames& frames,
                                 const Pose& world_from_a, const Pose& world_from_b, double value,
                                 double seconds);

/// How much the joint's value grows from one pair of poses to another (by less than half a turn).
double joint_progress(const WorldJoint& joint, const JointFrames& frames, const Pose& a0,
                      const Pose& b0, const Pose& a1, const Pose& b1);

/// The row with its lever arms for two bodies with these centres of mass.
SolverRow solver_row(const JointRow& row, const Vec3& centre_a, const Vec3& centre_b);

}  // namespace graze::dynamics
