// SPDX-License-Identifier: MIT
#include "simulation/articulated.h"

#include "graze/base/error.h"
#include "graze/math/rotation.h"

namespace graze::simulation {
namespace {
bool is_shapeless(const Body& body) { return body.shape.mesh().is_empty(); }

LinkKind link_kind(JointKind kind) {
  if (kind == JointKind::kRevolute) return LinkKind::kRevolute;
  return kind == JointKind::kPrismatic ? LinkKind::kPrismatic : LinkKind::kFixed;
}

/// The body that carries the frame of `body`: itself, or what it is fixed to if it has no shape.
BodyId carrier(const Scene& scene, BodyId body) {
  const Body& here = scene.bodies[body.index()];
  const bool is_fixed = here.joint == JointKind::kFixed || here.joint == JointKind::kNone;
  if (!is_shapeless(here) || !here.parent) return body;
  if (is_fixed) return carrier(scene, *here.parent);
  throw InputError({"link '" + here.name + "'", "a joint that moves and no shape",
                    "a link with a collision shape, whose mass and inertia it gives",
                    "give it one, or make its joint fixed"});
}

WorldJoint joint_above(const Scene& scene, const std::vector<Motion>& motions, BodyId body) {
  const Body& here = scene.bodies[body.index()];
  const Pose world_from_parent = pose_at(motions[here.parent->index()], 0.0);
  WorldJoint joint;
  joint.name = here.name;
  joint.kind = link_kind(here.joint);
  joint.a = carrier(scene, *here.parent);
  joint.b = body;
  joint.point = pose_at(motions[body.index()], 0.0).translation;
  if (here.joint_frame) {
    const Pose world_from_joint = world_from_parent * here.joint_frame->parent_from_joint;
    joint.point = world_from_joint.translation;
    joint.axis = world_from_joint.rotation * here.joint_frame->axis;
  }
  return joint;
}

bool hangs(const Body& body) {
  return body.parent && body.joint != JointKind::kNone && body.joint != JointKind::kFloating;
}
}  // namespace

WorldScene given_bodies(const Scene& scene) {
  WorldScene world;
  world.name = scene.name;
  world.units = scene.units;
  world.options.may_touch = scene.may_touch;
  const std::vector<Motion> motions = world_motions(scene);
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    WorldBody body;
    body.body = scene.bodies[i];
    body.body.parent.reset();
    body.body.joint = JointKind::kNone;
    body.body.joint_frame.reset();
    body.body.motion = motions[i];
    body.role = motions[i].is_still() ? Role::kStatic : Role::kDriven;
    world.bodies.push_back(std::move(body));
  }
  return world;
}

void join_to_parents(const Scene& scene, WorldScene& world) {
  const std::vector<Motion> motions = world_motions(scene);
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    if (world.bodies[i].role != Role::kDynamic || !hangs(scene.bodies[i])) continue;
    world.joints.push_back(joint_above(scene, motions, BodyId(i)));
  }
}

WorldScene articulated_robot(const RobotScene& robot) {
  const Scene& scene = robot.scene;
  WorldScene world = given_bodies(scene);
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    const Body& body = scene.bodies[i];
    if (!body.parent) continue;
    if (carrier(scene, BodyId(i)) == BodyId(i)) world.bodies[i].role = Role::kDynamic;
  }
  join_to_parents(scene, world);
  for (WorldJoint& joint : world.joints) {
    const auto link = find_link(robot.robot, joint.name);
    const auto above = link ? graze::joint_above(robot.robot, *link) : std::nullopt;
    if (!above) continue;
    const RobotJoint& stated = robot.robot.joints[*above];
    joint.name = stated.name;
    if (!stated.limits || !stated.has_value()) continue;
    const double rest = robot.rest.empty() ? 0.0 : robot.rest[*above];
    joint.limits = Interval(stated.limits->lower - rest, stated.limits->upper - rest);
  }
  return world;
}

}  // namespace graze::simulation
