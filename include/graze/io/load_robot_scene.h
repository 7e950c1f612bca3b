// SPDX-License-Identifier: MIT
// A robot, its world and its trajectory from their files: URDF, SRDF, scene.json, and others.  [G3]
#pragma once
#include <graze/io/robot_io.h>
#include <graze/scene/robot_scene.h>

#include <filesystem>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace graze {

/// A body of the world that the robot carries: it is fixed to a link from the start of the motion.
struct CarriedBody {
  std::string body;
  std::string link;
};

/// The unit of the angles in a trajectory.
enum class AngleUnit { kUnsure, kRadians, kDegrees };

/// Which files to read, and how. An empty path or name means that there is none.
struct RobotFiles {
  std::filesystem::path urdf;
  UrdfOptions urdf_options = {};
  std::filesystem::path srdf = {};
  std::filesystem::path world = {};       ///< what is around the robot: see load_world
  std::filesystem::path trajectory = {};  ///< see load_trajectory_file
  /// kUnsure: radians, refused where they look like degrees.
  AngleUnit angles = AngleUnit::kUnsure;
  std::vector<CarriedBody> carried = {};
  std::optional<JointInterpolation> interpolation = {};  ///< default: what the waypoints allow
  std::string state = {};                                ///< named state of the SRDF to rest in
  std::map<std::string, double> rest = {};  ///< values of joints at rest; they override the state's
  std::string attach = {};                  ///< body of the world that the robot stands on
  Pose parent_from_root = {};
  double padding = 0.0;  ///< of every link; >= 0, scene units
};

/// Throws InputError that names the file or the member.
RobotScene load_robot_scene(const RobotFiles& files);

/// True for .urdf, .sdf and .xml (MJCF), and for standard input that starts like XML.
bool is_robot_file(const std::filesystem::path& path);

}  // namespace graze
