// SPDX-License-Identifier: MIT
// A robot in its world, on its path: what is checked, and what reports need to know about it.  [G3]
#pragma once
#include <graze/scene/joint_trajectory.h>

#include <optional>
#include <vector>

namespace graze {

struct RobotScene {
  Robot robot;
  RobotBodies bodies;
  std::vector<double> rest;                   ///< of the joints that nothing moves
  std::optional<JointTrajectory> trajectory;  ///< none: the robot stands still
  Scene scene;                                ///< the world with the robot in it, on its path
  std::vector<std::string> warnings = {};     ///< about its files; sentences
};

/// The robot placed in the world, moving along the trajectory over the trajectory's span (without
/// one: standing still, at the instant 0). Bodies of the world that stand still may touch each
/// other. Throws InputError like add_robot and trajectory_motions.
RobotScene make_robot_scene(Robot robot, Scene world, RobotPlacement placement,
                            std::optional<JointTrajectory> trajectory = {});

/// All joints' values at a time.
std::vector<double> joints_at(const RobotScene& robot, double t);

/// Limits that the trajectory breaks; without a trajectory, those that the state at rest breaks.
std::vector<TrajectoryBreach> limit_breaches(const RobotScene& robot);

}  // namespace graze
