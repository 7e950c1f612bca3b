// SPDX-License-Identifier: MIT
#include "robot_arguments.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <sstream>

#include "graze/base/error.h"
#include "graze/math/rotation.h"
#include "number_checks.h"
#include "parse_number.h"

namespace graze::tool {
namespace {
Pose parse_place(const std::string& text) {
  std::istringstream words(text);
  std::vector<double> n;
  for (std::string word; words >> word;) n.push_back(parse_number("--place", word));
  if (n.size() != 3 && n.size() != 6) {
    throw InputError(
        {"--place", "'" + text + "'", "\"x y z\" or \"x y z roll pitch yaw\" in rad", ""});
  }
  n.resize(6, 0.0);
  const Mat3 turn =
      times(rotation_about(Vec3::UnitZ(), n[5]),
            times(rotation_about(Vec3::UnitY(), n[4]), rotation_about(Vec3::UnitX(), n[3])));
  return {turn, Vec3(n[0], n[1], n[2])};
}

JointInterpolation parse_interpolation(const std::string& text) {
  for (const auto kind :
       {JointInterpolation::kLinear, JointInterpolation::kCubic, JointInterpolation::kQuintic}) {
    if (name(kind) == text) return kind;
  }
  throw InputError({"--interpolation", "'" + text + "'", "linear, cubic or quintic", ""});
}

std::map<std::string, double> parse_rest(const std::vector<std::string>& assignments) {
  std::map<std::string, double> rest;
  for (const std::string& text : assignments) {
    const auto equals = text.find('=');
    if (equals == std::string::npos || equals == 0) {
      throw InputError({"--rest", "'" + text + "'", "NAME=VALUE", ""});
    }
    rest[text.substr(0, equals)] = parse_number("--rest", text.substr(equals + 1));
  }
  return rest;
}

std::vector<CarriedBody> parse_carried(const std::vector<std::string>& texts) {
  std::vector<CarriedBody> carried;
  for (const std::string& text : texts) {
    const auto at = text.rfind('@');
    if (at == std::string::npos || at == 0 || at + 1 == text.size()) {
      throw InputError({"--carry", "'" + text + "'", "BODY@LINK", "for example cup@gripper"});
    }
    carried.push_back({text.substr(0, at), text.substr(at + 1)});
  }
  return carried;
}
}  // namespace

void add_robot_options(CLI::App& verb, RobotArguments& arguments, bool with_trajectory) {
  verb.add_option("--srdf", arguments.srdf, "pairs of links that may touch, and named states");
  verb.add_option("--scene", arguments.world,
                  "what is around the robot: scene.json, MoveIt's .scene or planning scene YAML");
  verb.add_option("--place", arguments.place, "\"x y z [roll pitch yaw]\" of the robot's root");
  verb.add_option("--attach", arguments.attach, "body of the scene that the robot stands on");
  verb.add_option("--state", arguments.state, "named state of the SRDF to rest in");
  verb.add_option("--rest", arguments.joints, "NAME=VALUE of a joint at rest; rad or length")
      ->allow_extra_args(false);
  verb.add_option("--padding", arguments.padding, "grows every link by this much")
      ->check(not_negative());
  verb.add_option("--package-dir", arguments.package_dirs, "folder that holds package:// packages")
      ->allow_extra_args(false);
  verb.add_flag("--visual", arguments.visual,
                "use visual shapes for links without collision shapes");
  verb.add_flag("--apply-up-axis", arguments.apply_up_axis,
                "turn COLLADA meshes so that their <up_axis> is z");
  verb.add_option("--carry", arguments.carried,
                  "BODY@LINK: a body of the scene that the link carries from the start")
      ->allow_extra_args(false);
  if (!with_trajectory) return;
  verb.add_option("--trajectory", arguments.trajectory,
                  "joint waypoints with times: CSV, or ROS messages as JSON or YAML");
  verb.add_option("--angles", arguments.angles, "rad or deg: how the trajectory writes angles")
      ->check(CLI::IsMember({"rad", "deg"}));
  verb.add_option("--interpolation", arguments.interpolation,
                  "linear, cubic or quintic instead of what the waypoints allow");
}

void refuse_robot_options(const std::string& file, const RobotArguments& arguments) {
  const std::pair<bool, const char*> options[] = {
      {!arguments.srdf.empty(), "--srdf"},
      {!arguments.world.empty(), "--scene"},
      {!arguments.place.empty(), "--place"},
      {!arguments.attach.empty(), "--attach"},
      {!arguments.state.empty(), "--state"},
      {!arguments.joints.empty(), "--rest"},
      {arguments.padding != 0.0, "--padding"},
      {!arguments.package_dirs.empty(), "--package-dir"},
      {arguments.visual, "--visual"},
      {arguments.apply_up_axis, "--apply-up-axis"},
      {!arguments.carried.empty(), "--carry"},
      {!arguments.trajectory.empty(), "--trajectory"},
      {!arguments.angles.empty(), "--angles"},
      {!arguments.interpolation.empty(), "--interpolation"}};
  for (const auto& [is_given, option] : options) {
    if (is_given) refuse_robot_option(file, option);
  }
}

void refuse_robot_option(const std::string& file, const std::string& option) {
  throw InputError({option, "'" + file + "', which is no robot", "a URDF, SDF or MJCF file",
                    "in a scene.json, state it under \"robots\", or in the bodies"});
}

RobotScene load_robot_scene(const std::string& urdf, const RobotArguments& arguments) {
  RobotFiles files{urdf};
  files.urdf_options.use_visual = arguments.visual;
  for (const auto& dir : arguments.package_dirs) files.urdf_options.package_dirs.emplace_back(dir);
  files.srdf = arguments.srdf;
  files.world = arguments.world;
  files.trajectory = arguments.trajectory;
  files.state = arguments.state;
  files.rest = parse_rest(arguments.joints);
  files.attach = arguments.attach;
  files.padding = arguments.padding;
  files.urdf_options.apply_up_axis = arguments.apply_up_axis;
  files.carried = parse_carried(arguments.carried);
  if (!arguments.angles.empty()) {
    files.angles = arguments.angles == "deg" ? AngleUnit::kDegrees : AngleUnit::kRadians;
  }
  if (!arguments.place.empty()) files.parent_from_root = parse_place(arguments.place);
  if (!arguments.interpolation.empty()) {
    files.interpolation = parse_interpolation(arguments.interpolation);
  }
  return load_robot_scene(files);
}

std::string values_text(const Robot& robot, const std::vector<double>& values) {
  std::string text;
  for (const std::size_t joint : moved_joints(robot)) {
    text += fmt::format("{}{}={:.6g}", text.empty() ? "" : " ", robot.joints[joint].name,
                        values[joint]);
  }
  return text;
}

}  // namespace graze::tool
