// SPDX-License-Identifier: MIT
#include "scenes/arm_scene.h"

#include <cmath>

#include "graze/geometry/shapes.h"
#include "graze/math/rotation.h"

namespace graze::bench {
namespace {
constexpr int kThings = 60;

/// Meshes put into one, each at its place.
class Merged {
 public:
  void add(const TriangleMesh& mesh, const Pose& pose, double scale) {
    const auto first = static_cast<std::uint32_t>(vertices_.size());
    for (const Vec3& p : mesh.vertices()) vertices_.push_back(pose * (scale * p));
    for (const Triangle& t : mesh.triangles()) {
      triangles_.push_back({first + t[0], first + t[1], first + t[2]});
    }
  }
  TriangleMesh mesh() && { return {std::move(vertices_), std::move(triangles_)}; }

 private:
  std::vector<Vec3> vertices_;
  std::vector<Triangle> triangles_;
};

double uniform(std::mt19937_64& random, double lo, double hi) {
  return lo + (hi - lo) * static_cast<double>(random() >> 11) * 0x1p-53;
}

Pose random_place(std::mt19937_64& random) {
  const double turn = uniform(random, -3.14, 3.14), out = uniform(random, 0.35, 1.2);
  Pose pose;
  pose.rotation = rotation_from_vector({uniform(random, -2, 2), uniform(random, -2, 2), turn});
  pose.translation = {out * std::cos(turn), out * std::sin(turn), uniform(random, 0.0, 1.4)};
  return pose;
}

TriangleMesh make_place(double triangles) {
  static const char* const kShapes[] = {"blob", "gear", "torus", "capsule", "l_bracket"};
  std::mt19937_64 random(2002);
  Merged merged;
  Pose floor;
  floor.translation.z() = -0.06;
  const double each = std::round(triangles / (kThings + 1));
  merged.add(make_shape("box", {{"x", 3.0}, {"y", 3.0}, {"z", 0.1}, {"triangles", each}}), floor,
             1.0);
  for (int k = 0; k < kThings; ++k) {
    const TriangleMesh thing = make_shape(kShapes[k % 5], {{"triangles", each}});
    const double size = uniform(random, 0.08, 0.3);
    merged.add(thing, random_place(random), size / thing.bounds().diagonal());
  }
  return std::move(merged).mesh();
}

Motion held(const ArmLink& link, double value) {
  return revolute_motion({link.parent_from_joint, link.axis}, value, value);
}
}  // namespace

Scene make_arm_scene(double triangles) {
  Scene scene;
  scene.name = "arm in a cluttered place";
  add_body(scene, {.name = "place", .shape = Shape::from_mesh(make_place(triangles))});
  std::optional<BodyId> parent;
  for (const ArmLink& link : make_arm(1000)) {
    Body body{.name = link.name, .shape = Shape::from_mesh(link.mesh)};
    if (parent) {
      body.parent = parent;
      body.joint = JointKind::kRevolute;
      body.joint_frame = JointFrame{link.parent_from_joint, link.axis};
      body.motion = held(link, 0.0);
    }
    parent = add_body(scene, std::move(body));
  }
  scene.may_touch.push_back({"place", "base"});
  return scene;
}

SceneChange change_along(const PreparedScene& scene, const ArmEdge& edge) {
  SceneChange change;
  for (std::uint32_t k = 0; k < 7; ++k) {
    const BodyId body(k + 2);
    change.motions.push_back(
        {body, joint_motion(scene.scene(), body, edge.from[k], edge.to[k], {0.0, 1.0})});
  }
  return change;
}

std::vector<ArmEdge> random_edges(const PreparedScene& scene, int count, double longest) {
  const std::vector<ArmLink> arm = make_arm(1000);
  std::mt19937_64 random(1996);
  std::normal_distribution<double> normal;
  std::vector<ArmEdge> edges;
  ContactOptions at_start;
  at_start.span = Interval(0.0, 0.0);
  at_start.threads = 1;
  while (edges.size() < static_cast<std::size_t>(count)) {
    ArmEdge edge;
    JointValues direction;
    double length = 0.0;
    for (std::size_t k = 0; k < 7; ++k) {
      edge.from[k] = uniform(random, arm[k + 1].lower_limit, arm[k + 1].upper_limit);
      direction[k] = normal(random);
      length = std::hypot(length, direction[k]);
    }
    const double step = uniform(random, 0.0, longest) / length;
    for (std::size_t k = 0; k < 7; ++k) edge.to[k] = edge.from[k] + step * direction[k];
    const SceneChange question[] = {change_along(scene, edge)};
    const ContactReport report = first_contacts(scene, question, at_start)[0].report;
    if (report.outcome == Outcome::kSeparated) edges.push_back(edge);
  }
  return edges;
}

}  // namespace graze::bench
