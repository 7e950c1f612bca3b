// SPDX-License-Identifier: MIT
// Robots from URDF and SRDF files. What is read and what is not: docs/robots.md.             [G3]
#pragma once
#include <graze/scene/robot.h>

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

namespace graze {

struct UrdfOptions {
  /// Where packages are sought: package://name/path is DIR/name/path, or DIR/path if DIR is called
  /// `name`. Folders above the URDF, and those of ROS_PACKAGE_PATH, are tried after these.
  std::vector<std::filesystem::path> package_dirs = {};
  bool use_visual = false;  ///< take the visual shapes of links that have no collision shape
};

/// Reads a URDF with the meshes that it names (STL, OBJ, PLY, OFF, COLLADA). Shapes are those of
/// <collision>. Throws InputError with file and line: no XML, what the format does not allow, two
/// roots, cycles, limits that do not ascend, a mesh that is missing or wrong.
Robot load_urdf(const std::filesystem::path& path, const UrdfOptions& options = {});

/// The same for text in memory; `place` names it in errors, meshes are sought in `base_dir`.
Robot parse_urdf(std::string_view text, const std::string& place = "robot.urdf",
                 const std::filesystem::path& base_dir = ".", const UrdfOptions& options = {});

/// Adds what an SRDF says to its robot: pairs that may touch (disable_collisions) and named states
/// (group_state). Throws InputError with file and line for links and joints that the robot does not
/// have.
void load_srdf(const std::filesystem::path& path, Robot& robot);
void parse_srdf(std::string_view text, const std::string& place, Robot& robot);

}  // namespace graze
