// SPDX-License-Identifier: MIT
// Joint trajectories (CSV, JSON) and paths of rigid bodies from files. docs/robots.md.         [G3]
#pragma once
#include <graze/scene/joint_trajectory.h>

#include <filesystem>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace graze {

/// A trajectory and what else its file says.
struct TrajectoryFile {
  JointTrajectory trajectory;
  std::map<std::string, double> start = {};  ///< joints at the start, moved or not, if stated
  std::vector<std::string> attached = {};    ///< ids of objects that hang on links at the start
  std::vector<std::string> warnings = {};    ///< what was assumed or ignored
};

/// Reads a trajectory: .json or .yaml in the layouts of ROS's JointTrajectory, RobotTrajectory and
/// DisplayTrajectory (its parts one after the other), or of a planning request (the straight path
/// from start to goal); else CSV with a header `time,joint,…` and optional columns `joint.velocity`
/// and `joint.acceleration`, as PlotJuggler and rosbag export it, too. The interpolation is the
/// highest that the numbers allow. Throws InputError with line and column, or JSON path.
TrajectoryFile load_trajectory_file(const std::filesystem::path& path);
JointTrajectory load_trajectory(const std::filesystem::path& path);
TrajectoryFile parse_trajectory_table(std::string_view text, const std::string& place);
JointTrajectory parse_trajectory_csv(std::string_view text, const std::string& place);
JointTrajectory parse_trajectory_json(std::string_view text, const std::string& place);

/// A path of one rigid body as OMPL.app writes it: `x y z qx qy qz qw` in each line, quaternions
/// unit to 1e-3. Times are 0, 1, 2, …: one second per segment. Throws InputError with the line.
std::vector<TimedPose> load_rigid_path(const std::filesystem::path& path);
std::vector<TimedPose> parse_rigid_path(std::string_view text, const std::string& place);

}  // namespace graze
