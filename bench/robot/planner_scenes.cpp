// SPDX-License-Identifier: MIT
#include "robot/planner_scenes.h"

#include <cmath>

#include "graze/geometry/shapes.h"

namespace graze::bench {
namespace {
void add_block(Scene& world, const Vec3& half, const Vec3& centre) {
  Body body;
  body.name = "block" + std::to_string(world.bodies.size());
  body.shape = Shape::from_box(half);
  body.motion = Motion::still({Mat3::Identity(), centre});
  add_body(world, std::move(body));
}

void add_table(Scene& world) {
  add_block(world, {0.4, 0.6, 0.02}, {0.75, 0.0, 0.3});
  for (const double x : {0.4, 1.1}) {
    for (const double y : {-0.55, 0.55}) add_block(world, {0.03, 0.03, 0.14}, {x, y, 0.14});
  }
  for (int i = 0; i < 6; ++i) {
    const double angle = 1.0 * i;
    add_block(world, {0.04, 0.04, 0.1},
              {0.7 + 0.25 * std::cos(angle), 0.4 * std::sin(angle), 0.42});
  }
}

void add_shelf(Scene& world) {
  for (int level = 0; level < 5; ++level) {
    add_block(world, {0.15, 0.5, 0.01}, {0.75, 0.0, 0.1 + 0.3 * level});
  }
  for (const double y : {-0.5, 0.0, 0.5}) add_block(world, {0.15, 0.01, 0.7}, {0.75, y, 0.7});
}

void add_cage(Scene& world) {
  constexpr int kPosts = 12;
  for (int i = 0; i < kPosts; ++i) {
    const double angle = 6.283185307 * i / kPosts;
    add_block(world, {0.03, 0.03, 0.8}, {0.95 * std::cos(angle), 0.95 * std::sin(angle), 0.8});
  }
  for (const double side : {-0.95, 0.95}) {
    add_block(world, {0.95, 0.03, 0.03}, {0.0, side, 1.4});
    add_block(world, {0.03, 0.95, 0.03}, {side, 0.0, 1.4});
  }
}
}  // namespace

Robot make_planner_robot(double triangles) {
  Robot robot;
  robot.name = "arm";
  for (const ArmLink& link : make_arm(triangles)) {
    RobotLink made;
    made.name = link.name;
    made.shapes = {Shape::from_mesh(link.mesh)};
    robot.links.push_back(made);
    const std::size_t child = robot.links.size() - 1;
    if (child == 0) continue;
    RobotJoint joint;
    joint.name = "joint" + std::to_string(child);
    joint.kind = RobotJointKind::kRevolute;
    joint.parent = child - 1;
    joint.child = child;
    joint.frame = {link.parent_from_joint, link.axis};
    joint.limits = JointLimits{link.lower_limit, link.upper_limit, 0.0};
    robot.joints.push_back(joint);
  }
  return robot;
}

Scene make_planner_world(const std::string& name) {
  Scene world;
  add_block(world, {1.5, 1.5, 0.05}, {0.0, 0.0, -0.3});  // the floor, clear of the base
  if (name == "table") add_table(world);
  if (name == "shelf") add_shelf(world);
  if (name == "cage") add_cage(world);
  return world;
}

}  // namespace graze::bench
