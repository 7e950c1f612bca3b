// SPDX-License-Identifier: MIT
// A robot from its files, in its world, on its way: what check, sweep and acm share.          [G3]
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "graze/scene/joint_trajectory.h"

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
  double padding = 0.0;
  bool visual = false;
};

/// Options that place a robot; those of its way are left out where `with_trajectory` is false.
void add_robot_options(CLI::App& verb, RobotArguments& arguments, bool with_trajectory);

struct RobotScene {
  Robot robot;
  RobotBodies bodies;
  std::vector<double> rest;                   ///< of the joints that nothing moves
  std::optional<JointTrajectory> trajectory;  ///< none: it stands
  Scene scene;                                ///< the world with the robot in it, on its way
};

bool is_urdf(const std::string& path);

/// Throws InputError that names the option or the file.
RobotScene load_robot_scene(const std::string& urdf, const RobotArguments& arguments);

/// "NAME=NUMBER" as two parts; `option` names it in errors.
std::pair<std::string, std::string> split_assignment(const std::string& option,
                                                     const std::string& text);
double parse_number(const std::string& option, const std::string& text);

/// "panda_joint1 0.3  panda_joint2 -1.2 …" of the joints that are moved.
std::string values_text(const Robot& robot, const std::vector<double>& values);

}  // namespace graze::tool
