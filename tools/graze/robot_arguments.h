// SPDX-License-Identifier: MIT
// The options that place a robot: what check, sweep and verify share.                         [G3]
#pragma once
#include <string>
#include <vector>

#include "graze/io/load_robot_scene.h"

namespace CLI {
class App;
}

namespace graze::tool {

/// As typed.
struct RobotArguments {
  std::string srdf;
  std::string trajectory;
  std::string interpolation;
  std::string world;
  std::string state;
  std::string place;
  std::string attach;
  std::vector<std::string> joints;
  std::vector<std::string> package_dirs;
  std::vector<std::string> carried;
  std::string angles;
  double padding = 0.0;
  bool visual = false;
  bool apply_up_axis = false;
};

/// Options that place a robot; those of its way are left out where `with_trajectory` is false.
void add_robot_options(CLI::App& verb, RobotArguments& arguments, bool with_trajectory);

/// Where the file is no robot: an option that would be ignored must not look as if it was obeyed.
/// Throws InputError that names the first one given.
void refuse_robot_options(const std::string& file, const RobotArguments& arguments);
[[noreturn]] void refuse_robot_option(const std::string& file, const std::string& option);

/// Throws InputError that names the option or the file.
RobotScene load_robot_scene(const std::string& urdf, const RobotArguments& arguments);

/// "panda_joint1=0.3 panda_joint2=-1.2 …" of the joints that are moved.
std::string values_text(const Robot& robot, const std::vector<double>& values);

}  // namespace graze::tool
