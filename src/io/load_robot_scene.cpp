// SPDX-License-Identifier: MIT
#include "graze/io/load_robot_scene.h"

#include <cmath>

#include "graze/base/error.h"
#include "graze/io/load_scene.h"
#include "graze/io/trajectory_io.h"

namespace graze {
namespace {
Robot load_robot(const RobotFiles& files) {
  Robot robot = load_urdf(files.urdf, files.urdf_options);
  if (!files.srdf.empty()) load_srdf(files.srdf, robot);
  return robot;
}

std::vector<double> rest_of(const Robot& robot, const RobotFiles& files) {
  std::vector<double> rest = home_values(robot);
  if (!files.state.empty()) rest = with_state(robot, std::move(rest), files.state);
  return with_values(robot, std::move(rest), files.rest);
}

RobotPlacement placement_of(const Robot& robot, const Scene& world, const RobotFiles& files) {
  RobotPlacement placement;
  placement.values = rest_of(robot, files);
  placement.padding = files.padding;
  placement.parent_from_root = files.parent_from_root;
  if (!(std::isfinite(files.padding) && files.padding >= 0.0)) {
    throw InputError({"padding", std::to_string(files.padding), "a finite length >= 0", ""});
  }
  if (files.attach.empty()) return placement;
  placement.parent = find_body(world, files.attach);
  if (!placement.parent) {
    throw InputError({"attach", "'" + files.attach + "'", "the name of a body of the scene", ""});
  }
  return placement;
}

std::optional<JointTrajectory> trajectory_of(const RobotFiles& files) {
  if (files.trajectory.empty()) return std::nullopt;
  JointTrajectory trajectory = load_trajectory(files.trajectory);
  if (files.interpolation) trajectory.interpolation = *files.interpolation;
  return trajectory;
}
}  // namespace

RobotScene load_robot_scene(const RobotFiles& files) {
  Robot robot = load_robot(files);
  Scene world = files.world.empty() ? Scene{} : load_scene(files.world);
  const RobotPlacement placement = placement_of(robot, world, files);
  return make_robot_scene(std::move(robot), std::move(world), placement, trajectory_of(files));
}

bool is_urdf(const std::filesystem::path& path) { return path.extension() == ".urdf"; }

}  // namespace graze
