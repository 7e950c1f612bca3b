// SPDX-License-Identifier: MIT
// How the columns of a trajectory drive the joints of a robot.
#pragma once
#include <optional>
#include <vector>

#include "graze/scene/joint_trajectory.h"

namespace graze {

/// The column that moves a joint, and how: value = scale * column + shift.
struct JointDrive {
  std::optional<std::size_t> column;  ///< none: the joint rests
  double scale = 1.0;
  double shift = 0.0;
};

/// For each joint of the robot. Throws InputError for joints that the robot does not have.
std::vector<JointDrive> drives_of(const Robot& robot, const JointTrajectory& trajectory);

/// A joint's value and how fast it changes, per second, at a time within the piece (the nearer end
/// outside).
struct JointInstant {
  double value = 0.0;
  double rate = 0.0;
};
JointInstant instant_of(const JointPolynomial& piece, double t);

/// Column j of the trajectory between points k and k + 1.
JointPolynomial piece_of(const JointTrajectory& trajectory, std::size_t j, std::size_t k);

/// All pieces of a driven joint's value.
std::vector<JointPolynomial> pieces_of(const JointTrajectory& trajectory, const JointDrive& drive);

}  // namespace graze
