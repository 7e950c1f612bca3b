// SPDX-License-Identifier: MIT
#include "robot_scene.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>
#include <charconv>
#include <cmath>
#include <filesystem>
#include <sstream>

#include "graze/base/error.h"
#include "graze/io/load_scene.h"
#include "graze/io/robot_io.h"
#include "graze/io/trajectory_io.h"
#include "graze/math/rotation.h"

namespace graze::tool {
namespace {
constexpr const char* kStill = "(still)";

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

std::vector<double> rest_of(const Robot& robot, const RobotArguments& arguments) {
  std::vector<double> rest = home_values(robot);
  if (!arguments.state.empty()) rest = with_state(robot, std::move(rest), arguments.state);
  std::map<std::string, double> named;
  for (const std::string& text : arguments.joints) {
    const auto [joint, value] = split_assignment("--rest", text);
    named[joint] = parse_number("--rest", value);
  }
  return with_values(robot, std::move(rest), named);
}

RobotPlacement placement_of(const RobotScene& robot, const RobotArguments& arguments) {
  RobotPlacement placement;
  placement.values = robot.rest;
  placement.padding = arguments.padding;
  if (!(std::isfinite(arguments.padding) && arguments.padding >= 0.0)) {
    throw InputError({"--padding", fmt::format("{}", arguments.padding), "a length >= 0", ""});
  }
  if (!arguments.place.empty()) placement.parent_from_root = parse_place(arguments.place);
  if (arguments.attach.empty()) return placement;
  placement.parent = find_body(robot.scene, arguments.attach);
  if (!placement.parent) {
    throw InputError(
        {"--attach", "'" + arguments.attach + "'", "the name of a body of the scene", ""});
  }
  return placement;
}

/// What stands still in the world never meets what stands still, too.
void let_still_bodies_touch(Scene& world) {
  std::vector<char> stands;
  for (Body& body : world.bodies) {
    const bool parent_stands = !body.parent || stands[body.parent->index()] != 0;
    stands.push_back(parent_stands && body.motion.is_still() ? 1 : 0);
    if (stands.back() != 0) body.groups.emplace_back(kStill);
  }
  if (std::count(stands.begin(), stands.end(), 1) > 0) world.may_touch.emplace_back(kStill, kStill);
}

void read_trajectory(const RobotArguments& arguments, RobotScene& robot) {
  if (arguments.trajectory.empty()) return;
  JointTrajectory trajectory = load_trajectory(arguments.trajectory);
  if (!arguments.interpolation.empty()) {
    trajectory.interpolation = parse_interpolation(arguments.interpolation);
    check(trajectory);
  }
  for (const MotionChange& change :
       trajectory_motions(robot.robot, robot.bodies, trajectory, robot.rest)) {
    robot.scene.bodies[change.body.index()].motion = change.motion;
  }
  robot.scene.span = span_of(trajectory);
  robot.trajectory = std::move(trajectory);
}
}  // namespace

double parse_number(const std::string& option, const std::string& text) {
  double number = 0.0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error == std::errc() && stop == end && std::isfinite(number)) return number;
  throw InputError({option, "'" + text + "'", "a finite number", ""});
}

std::pair<std::string, std::string> split_assignment(const std::string& option,
                                                     const std::string& text) {
  const auto equals = text.find('=');
  if (equals != std::string::npos && equals > 0) {
    return {text.substr(0, equals), text.substr(equals + 1)};
  }
  throw InputError({option, "'" + text + "'", "NAME=VALUE", ""});
}

bool is_urdf(const std::string& path) { return std::filesystem::path(path).extension() == ".urdf"; }

void add_robot_options(CLI::App& verb, RobotArguments& arguments, bool with_trajectory) {
  verb.add_option("--srdf", arguments.srdf, "pairs of links that may touch, and named states");
  verb.add_option("--scene", arguments.world, "scene.json of what is around the robot");
  verb.add_option("--place", arguments.place, "\"x y z [roll pitch yaw]\" of the robot's root");
  verb.add_option("--attach", arguments.attach, "body of the scene that the robot stands on");
  verb.add_option("--state", arguments.state, "named state of the SRDF to rest in");
  verb.add_option("--rest", arguments.joints, "NAME=VALUE of a joint at rest; rad or length")
      ->allow_extra_args(false);
  verb.add_option("--padding", arguments.padding, "grows every link by this much");
  verb.add_option("--package-dir", arguments.package_dirs, "folder that holds package:// packages")
      ->allow_extra_args(false);
  verb.add_flag("--visual", arguments.visual, "visual shapes for links without collision shapes");
  if (!with_trajectory) return;
  verb.add_option("--trajectory", arguments.trajectory, "joint waypoints with times: CSV or JSON");
  verb.add_option("--interpolation", arguments.interpolation,
                  "linear, cubic or quintic instead of what the waypoints allow");
}

RobotScene load_robot_scene(const std::string& urdf, const RobotArguments& arguments) {
  RobotScene robot;
  UrdfOptions options;
  options.use_visual = arguments.visual;
  for (const std::string& dir : arguments.package_dirs) options.package_dirs.emplace_back(dir);
  robot.robot = load_urdf(urdf, options);
  if (!arguments.srdf.empty()) load_srdf(arguments.srdf, robot.robot);
  if (!arguments.world.empty()) robot.scene = load_scene(arguments.world);
  let_still_bodies_touch(robot.scene);
  robot.scene.span = {0.0, 0.0};
  robot.rest = rest_of(robot.robot, arguments);
  robot.bodies = add_robot(robot.scene, robot.robot, placement_of(robot, arguments));
  read_trajectory(arguments, robot);
  return robot;
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
