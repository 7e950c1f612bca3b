// SPDX-License-Identifier: MIT
// A robot in its world, on its way: what is checked, and what its answers are told with.      [G3]
#pragma once
#include <graze/scene/joint_trajectory.h>

#include <optional>
#include <vector>

namespace graze {

struct RobotScene {
  Robot robot;
  RobotBodies bodies;
  std::vector<double> rest;                   ///< of the joints that nothing moves
  std::optional<JointTrajectory> trajectory;  ///< none: it stands
  Scene scene;                                ///< the world with the robot in it, on its way
  std::vector<std::string> warnings = {};     ///< of its files; sentences
};

/// The robot placed in the world, moving along the trajectory over the trajectory's span (without
/// one: standing, at the instant 0). What stands still in the world may touch what stands still,
/// too. Throws InputError like add_robot and trajectory_motions.
RobotScene make_robot_scene(Robot robot, Scene world, RobotPlacement placement,
                            std::optional<JointTrajectory> trajectory = {});

/// All joints' values at a time.
std::vector<double> joints_at(const RobotScene& robot, double t);

/// Limits that the trajectory breaks; without one, those that the state at rest does.
std::vector<TrajectoryBreach> limit_breaches(const RobotScene& robot);

}  // namespace graze
