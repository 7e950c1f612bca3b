// SPDX-License-Identifier: MIT
#include "io/urdf/other_robots.h"

namespace graze::urdf {

void join_roots(Robot& robot) {
  std::vector<std::size_t> roots;
  for (std::size_t i = 0; i < robot.links.size(); ++i) {
    if (!joint_above(robot, i)) roots.push_back(i);
  }
  if (roots.size() < 2) return;
  auto world = find_link(robot, "world");
  if (!world) {
    world = robot.links.size();
    robot.links.push_back({.name = "world"});
  }
  for (const std::size_t root : roots) {
    if (root == *world) continue;
    RobotJoint joint;
    joint.name = robot.links[root].name + " (free)";
    joint.kind = RobotJointKind::kFree;
    joint.parent = *world;
    joint.child = root;
    robot.joints.push_back(std::move(joint));
  }
}

}  // namespace graze::urdf
