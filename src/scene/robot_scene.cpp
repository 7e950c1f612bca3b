// SPDX-License-Identifier: MIT
#include "graze/scene/robot_scene.h"

#include <algorithm>

namespace graze {
namespace {
constexpr const char* kStill = "(still)";

void let_still_bodies_touch(Scene& world) {
  std::vector<char> stands;
  for (Body& body : world.bodies) {
    const bool parent_stands = !body.parent || stands[body.parent->index()] != 0;
    stands.push_back(parent_stands && body.motion.is_still() ? 1 : 0);
    if (stands.back() != 0) body.groups.emplace_back(kStill);
  }
  if (std::count(stands.begin(), stands.end(), 1) > 0) world.may_touch.emplace_back(kStill, kStill);
}

void follow(JointTrajectory trajectory, RobotScene& robot) {
  check(trajectory);
  for (const MotionChange& change :
       trajectory_motions(robot.robot, robot.bodies, trajectory, robot.rest)) {
    robot.scene.bodies[change.body.index()].motion = change.motion;
  }
  robot.scene.span = span_of(trajectory);
  robot.trajectory = std::move(trajectory);
}
}  // namespace

RobotScene make_robot_scene(Robot robot, Scene world, RobotPlacement placement,
                            std::optional<JointTrajectory> trajectory) {
  RobotScene result;
  result.robot = std::move(robot);
  result.scene = std::move(world);
  let_still_bodies_touch(result.scene);
  result.scene.span = {0.0, 0.0};
  if (placement.values.empty()) placement.values = home_values(result.robot);
  result.rest = placement.values;
  result.bodies = add_robot(result.scene, result.robot, placement);
  if (trajectory) follow(*std::move(trajectory), result);
  return result;
}

std::vector<double> joints_at(const RobotScene& robot, double t) {
  return robot.trajectory ? values_at(robot.robot, *robot.trajectory, robot.rest, t) : robot.rest;
}

std::vector<TrajectoryBreach> limit_breaches(const RobotScene& robot) {
  if (robot.trajectory) return limit_breaches(robot.robot, *robot.trajectory, robot.rest);
  std::vector<TrajectoryBreach> breaches;
  for (const LimitBreach& breach : limit_breaches(robot.robot, robot.rest)) {
    breaches.push_back({breach.joint, 0, 0.0, breach.value, false});
  }
  return breaches;
}

}  // namespace graze
