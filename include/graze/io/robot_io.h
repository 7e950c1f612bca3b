// SPDX-License-Identifier: MIT
// Robots from URDF, SDF, MJCF and SRDF files. What is read: docs/robots.md.                    [G3]
#pragma once
#include <graze/scene/robot.h>

#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace graze {

/// Called with sentences about what was ignored, or what the user should know.
using Warn = std::function<void(const std::string& sentence)>;

struct UrdfOptions {
  /// Where packages are looked up: package://name/path is DIR/name/path, or DIR/path if DIR is
  /// called `name`. Folders above the URDF, and those of ROS_PACKAGE_PATH, are tried after these.
  std::vector<std::filesystem::path> package_dirs = {};
  bool use_visual = false;  ///< take the visual shapes of links that have no collision shape
  /// Turn COLLADA meshes so that their <up_axis> is z. Most robots' meshes are in the axes of their
  /// links, whatever <up_axis> says. If it is not z, there is a warning.
  bool apply_up_axis = false;
  Warn warn = {};
};

/// Reads a robot with the meshes that it names (STL, OBJ, PLY, OFF, COLLADA): a URDF, or what SDF
/// and MJCF have in common with it. Shapes are those that collide. Throws InputError with file and
/// line: not XML, what the format does not allow, two roots, cycles, limits that do not ascend, a
/// mesh that is missing or wrong.
Robot load_urdf(const std::filesystem::path& path, const UrdfOptions& options = {});

/// The same for text in memory; `place` names it in errors, meshes are looked up in `base_dir`.
Robot parse_urdf(std::string_view text, const std::string& place = "robot.urdf",
                 const std::filesystem::path& base_dir = ".", const UrdfOptions& options = {});

/// Adds what an SRDF says to its robot: pairs that may touch (disable_collisions) and named states
/// (group_state). Links and joints that the robot does not have, and another robot's name, are
/// ignored with a warning. Throws InputError with file and line for what is not an SRDF.
void load_srdf(const std::filesystem::path& path, Robot& robot, const Warn& warn = {});
void parse_srdf(std::string_view text, const std::string& place, Robot& robot,
                const Warn& warn = {});

}  // namespace graze
