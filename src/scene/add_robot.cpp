// SPDX-License-Identifier: MIT
// Question   Which bodies of a scene does a robot become?                                  [C8, G3]
// Source     URDF: a link has any number of collision shapes; a body of a scene has one.
// Guarantee  Same points: flat shapes share a mesh, each other rounding gets a body of its own.
// Changed    -
#include <algorithm>
#include <numeric>

#include "graze/base/error.h"
#include "graze/scene/robot.h"

namespace graze {
namespace {
TriangleMesh merged(const std::vector<Shape>& shapes) {
  std::vector<Vec3> vertices;
  std::vector<Triangle> triangles;
  for (const Shape& shape : shapes) {
    const auto first = static_cast<std::uint32_t>(vertices.size());
    const TriangleMesh& mesh = shape.mesh();
    vertices.insert(vertices.end(), mesh.vertices().begin(), mesh.vertices().end());
    for (const Triangle& t : mesh.triangles()) {
      triangles.push_back({t[0] + first, t[1] + first, t[2] + first});
    }
  }
  return TriangleMesh(std::move(vertices), std::move(triangles));
}

/// One shape for each body that the link needs; the first may be empty.
std::vector<Shape> body_shapes(const RobotLink& link) {
  std::vector<Shape> flat, round;
  for (const Shape& shape : link.shapes) {
    (shape.rounding() == 0.0 ? flat : round).push_back(shape);
  }
  std::vector<Shape> shapes;
  if (flat.size() == 1) shapes.push_back(flat[0]);
  if (flat.size() > 1) {
    double outward_error = 0.0;
    for (const Shape& shape : flat) outward_error = std::max(outward_error, shape.outward_error());
    shapes.push_back(Shape::from_containing_mesh(merged(flat), outward_error, link.name));
  }
  shapes.insert(shapes.end(), round.begin(), round.end());
  if (shapes.empty()) shapes.emplace_back();
  return shapes;
}

JointKind scene_kind(RobotJointKind kind) {
  switch (kind) {
    case RobotJointKind::kRevolute:
    case RobotJointKind::kContinuous:
      return JointKind::kRevolute;
    case RobotJointKind::kPrismatic:
      return JointKind::kPrismatic;
    case RobotJointKind::kFree:
      return JointKind::kFloating;
    case RobotJointKind::kFixed:
      break;
  }
  return JointKind::kFixed;
}

/// The link's frame: hangs on its parent by its joint, or is the robot's root.
Body link_body(const Robot& robot, std::size_t link, const RobotPlacement& placement,
               const RobotBodies& bodies) {
  Body body;
  body.name = placement.prefix + robot.links[link].name;
  body.mass = robot.links[link].mass;
  body.padding = placement.padding;
  const auto above = joint_above(robot, link);
  if (!above) {
    body.parent = placement.parent;
    body.joint = placement.parent ? JointKind::kFixed : JointKind::kNone;
    body.motion = Motion::still(placement.parent_from_root);
    return body;
  }
  const RobotJoint& joint = robot.joints[*above];
  const double value = placement.values[*above];
  body.parent = bodies.links[joint.parent];
  body.joint = scene_kind(joint.kind);
  if (joint.has_value()) body.joint_frame = joint.frame;
  body.motion = joint_motion(joint, value, value, {0.0, 1.0});
  return body;
}

void add_link(Scene& scene, const Robot& robot, std::size_t link, const RobotPlacement& placement,
              RobotBodies& bodies) {
  const std::vector<Shape> shapes = body_shapes(robot.links[link]);
  Body body = link_body(robot, link, placement, bodies);
  const std::string name = body.name;
  body.shape = shapes[0];
  const BodyId first = add_body(scene, std::move(body));
  bodies.links[link] = first;
  bodies.all[link] = {first};
  for (std::size_t i = 1; i < shapes.size(); ++i) {
    Body more;
    more.name = name + "/" + std::to_string(i + 1);
    more.shape = shapes[i];
    more.padding = placement.padding;
    more.parent = first;
    more.joint = JointKind::kFixed;
    bodies.all[link].push_back(add_body(scene, std::move(more)));
  }
}

void allow(Scene& scene, const std::vector<BodyId>& a, const std::vector<BodyId>& b) {
  for (const BodyId first : a) {
    for (const BodyId second : b) {
      if (first == second) continue;
      scene.may_touch.emplace_back(scene.bodies[first.index()].name,
                                   scene.bodies[second.index()].name);
    }
  }
}
}  // namespace

std::vector<std::pair<std::size_t, std::size_t>> adjacent_links(const Robot& robot) {
  // What fixed joints hold together is one: named by its link nearest to the root.
  std::vector<std::size_t> whole(robot.links.size());
  std::iota(whole.begin(), whole.end(), std::size_t{0});
  for (const std::size_t link : links_from_root(robot)) {
    const auto joint = joint_above(robot, link);
    if (joint && robot.joints[*joint].kind == RobotJointKind::kFixed) {
      whole[link] = whole[robot.joints[*joint].parent];
    }
  }
  std::vector<std::pair<std::size_t, std::size_t>> joined;
  for (const RobotJoint& joint : robot.joints) {
    joined.push_back(std::minmax(whole[joint.parent], whole[joint.child]));
  }
  std::sort(joined.begin(), joined.end());
  std::vector<std::pair<std::size_t, std::size_t>> pairs;
  for (std::size_t a = 0; a < robot.links.size(); ++a) {
    for (std::size_t b = a + 1; b < robot.links.size(); ++b) {
      const std::pair<std::size_t, std::size_t> wholes = std::minmax(whole[a], whole[b]);
      if (whole[a] == whole[b] || std::binary_search(joined.begin(), joined.end(), wholes)) {
        pairs.emplace_back(a, b);
      }
    }
  }
  return pairs;
}

RobotBodies add_robot(Scene& scene, const Robot& robot, const RobotPlacement& given) {
  check(robot);
  RobotPlacement placement = given;
  if (placement.values.empty()) placement.values = home_values(robot);
  if (placement.values.size() != robot.joints.size()) {
    throw InputError({"robot values", std::to_string(placement.values.size()),
                      "one for each of the " + std::to_string(robot.joints.size()) + " joints",
                      ""});
  }
  RobotBodies bodies;
  bodies.links.resize(robot.links.size());
  bodies.all.resize(robot.links.size());
  for (const std::size_t link : links_from_root(robot)) {
    add_link(scene, robot, link, placement, bodies);
  }
  for (const auto& same : bodies.all) {
    if (same.size() > 2) allow(scene, same, same);
  }
  for (const auto& [a, b] : adjacent_links(robot)) allow(scene, bodies.all[a], bodies.all[b]);
  for (const auto& [a, b] : robot.may_touch) {
    allow(scene, bodies.all[*find_link(robot, a)], bodies.all[*find_link(robot, b)]);
  }
  return bodies;
}

}  // namespace graze
