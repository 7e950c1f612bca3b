// SPDX-License-Identifier: MIT
// Skins that follow bones: blending, power, motors, contact.                                  [V4]
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "graze/base/error.h"
#include "graze/dynamics/world.h"
#include "graze/elastic/skin.h"
#include "graze/geometry/shapes.h"
#include "graze/math/rotation.h"

namespace graze {
namespace {
/// A capsule along x with a fine mesh, from -0.5 to 0.5.
TriangleMesh arm_mesh() {
  const TriangleMesh ball = make_shape("icosphere", {{"triangles", 1280}, {"radius", 1.0}});
  std::vector<Vec3> vertices;
  for (const Vec3& v : ball.vertices())
    vertices.emplace_back(0.5 * v.x(), 0.1 * v.y(), 0.1 * v.z());
  return TriangleMesh(std::move(vertices), {ball.triangles().begin(), ball.triangles().end()});
}

const std::vector<BoneSegment> kTwoBones{{{-0.45, 0, 0}, {0, 0, 0}}, {{0, 0, 0}, {0.45, 0, 0}}};

WorldBody bone(const std::string& name, const Vec3& at, Role role) {
  WorldBody body;
  body.body.name = name;
  body.body.shape = Shape::from_box({0.2, 0.02, 0.02});
  body.body.motion = Motion::still({Mat3::Identity(), at});
  body.body.mass = 0.5;
  body.role = role;
  return body;
}

struct Arm {
  World world;
  SkinWeights weights = heat_weights(arm_mesh(), kTwoBones);

  Arm(const WorldOptions& options, std::optional<JointMotor> motor, Role upper = Role::kStatic)
      : world(options) {
    world.add(bone("upper", {-0.22, 0, 0}, upper));
    world.add(bone("lower", {0.22, 0, 0}, Role::kDynamic));
    WorldBody skin;
    skin.elastic = std::make_shared<const ElasticModel>(make_skin(arm_mesh(), weights, 2, 0.2));
    skin.body.name = "skin";
    skin.body.shape = Shape::from_mesh(skin.elastic->surface);
    world.add(skin);
    for (std::size_t i = 0; i < 2; ++i) {
      const auto nodes = nodes_of_bone(i);
      world.attach({BodyId(2), BodyId(i), {nodes.begin(), nodes.end()}});
    }
    WorldJoint elbow;
    elbow.kind = LinkKind::kRevolute;
    elbow.a = BodyId(0);
    elbow.b = BodyId(1);
    elbow.axis = Vec3::UnitY();
    elbow.motor = motor;
    world.add(elbow);
  }
};

/// A tube along x with closed ends, of right-angled triangles.
TriangleMesh tube_mesh(double radius, double half_length, int rings, int sides) {
  std::vector<Vec3> vertices;
  std::vector<Triangle> triangles;
  const auto at = [&](int i, int j) { return static_cast<std::uint32_t>(i * sides + j % sides); };
  for (int i = 0; i < rings; ++i) {
    for (int j = 0; j < sides; ++j) {
      const double angle = 2.0 * std::numbers::pi * j / sides;
      vertices.emplace_back(half_length * (2.0 * i / (rings - 1) - 1.0), radius * std::cos(angle),
                            radius * std::sin(angle));
    }
  }
  for (int i = 0; i + 1 < rings; ++i) {
    for (int j = 0; j < sides; ++j) {
      triangles.push_back({at(i, j), at(i, j + 1), at(i + 1, j + 1)});
      triangles.push_back({at(i, j), at(i + 1, j + 1), at(i + 1, j)});
    }
  }
  const auto first = static_cast<std::uint32_t>(vertices.size()), last = first + 1;
  vertices.emplace_back(-half_length, 0.0, 0.0);
  vertices.emplace_back(half_length, 0.0, 0.0);
  for (int j = 0; j < sides; ++j) {
    triangles.push_back({first, at(0, j + 1), at(0, j)});
    triangles.push_back({last, at(rings - 1, j), at(rings - 1, j + 1)});
  }
  return TriangleMesh(std::move(vertices), std::move(triangles));
}

// On a long tube around two bones in line: w'' = (w - p) / r², so w = 1 - exp(-x / r) / 2 for x >
// 0.
TEST(V4_Skin, HeatWeightsOfATubeFallOffAsTheyShould) {
  const double r = 0.1;
  const TriangleMesh tube = tube_mesh(r, 1.0, 101, 24);
  const std::vector<BoneSegment> bones{{{-1.0, 0, 0}, {0, 0, 0}}, {{0, 0, 0}, {1.0, 0, 0}}};
  const SkinWeights weights = heat_weights(tube, bones);
  for (std::size_t v = 0; v < weights.size(); ++v) {
    const double x = tube.vertices()[v].x();
    double sum = 0.0, of_second = 0.0;
    for (const BoneWeight& w : weights[v]) {
      EXPECT_GE(w.weight, 0.0);
      sum += w.weight;
      if (w.bone == 1) of_second = w.weight;
    }
    EXPECT_NEAR(sum, 1.0, 1e-12);
    const double wanted = x > 0.0 ? 1.0 - 0.5 * std::exp(-x / r) : 0.5 * std::exp(x / r);
    const double half_ring = 0.5 * 0.02;  // the ring at 0 belongs to one of the bones
    EXPECT_NEAR(of_second, wanted, 0.5 * half_ring / r + 0.01) << x;
  }
}

TEST(V4_Skin, VerticesAreBlendedFromTheBones) {
  WorldOptions options;
  options.gravity = Vec3::Zero();
  Arm arm(options, JointMotor{2.0, kInfinity, {}});
  for (int step = 0; step < 30; ++step) arm.world.step();
  const TriangleMesh mesh = arm_mesh();
  const auto now = arm.world.vertices(BodyId(2));
  const std::array<Pose, 2> rest{Pose{Mat3::Identity(), {-0.22, 0, 0}},
                                 Pose{Mat3::Identity(), {0.22, 0, 0}}};
  double farthest = 0.0;
  for (std::size_t v = 0; v < now.size(); ++v) {
    Vec3 blended = Vec3::Zero();
    for (const BoneWeight& w : arm.weights[v]) {
      const Pose moved = arm.world.state(BodyId(w.bone)).pose * inverse(rest[w.bone]);
      blended += w.weight * (moved * mesh.vertices()[v]);
    }
    EXPECT_LT((now[v] - blended).norm(), 1e-12);
    farthest = std::max(farthest, (now[v] - mesh.vertices()[v]).norm());
  }
  EXPECT_GT(farthest, 0.2) << "it has moved";
}

// Q = J^T f: what forces on vertices do is what their loads on nodes do, for any velocities.
TEST(V4_Skin, PowerOfForcesOnTheSkinIsThatOnTheBones) {
  const TriangleMesh mesh = arm_mesh();
  const ElasticModel model = make_skin(mesh, heat_weights(mesh, kTwoBones), 2, 0.2);
  const std::array<Vec3, 2> velocity{Vec3(1, 2, -1), Vec3(0.3, -1, 2)};
  const std::array<Vec3, 2> spin{Vec3(0.5, -2, 1), Vec3(-1, 0.2, 3)};
  const auto bone_speed = [&](std::size_t i, const Vec3& p) -> Vec3 {
    return velocity[i] + spin[i].cross(p);
  };
  double on_skin = 0.0;
  std::array<Vec3, 2> force{Vec3::Zero(), Vec3::Zero()}, moment{Vec3::Zero(), Vec3::Zero()};
  for (std::size_t v = 0; v < mesh.vertices().size(); ++v) {
    const auto k = static_cast<double>(v);
    const Vec3 f(std::sin(k), std::cos(2.0 * k), std::sin(3.0 * k + 1.0));
    Vec3 speed = Vec3::Zero();
    for (const auto& w : model.weights_of(v)) {
      const std::size_t i = w.node / 4;
      speed += w.weight * bone_speed(i, model.nodes[w.node]);
      force[i] += w.weight * f;
      moment[i] += model.nodes[w.node].cross(w.weight * f);
    }
    on_skin += f.dot(speed);
  }
  double on_bones = 0.0;
  for (std::size_t i = 0; i < 2; ++i)
    on_bones += force[i].dot(velocity[i]) + moment[i].dot(spin[i]);
  EXPECT_NEAR(on_skin, on_bones, 1e-10 * (1.0 + std::abs(on_skin)));
}

TEST(V4_Skin, AFreeArmKeepsItsMomentumWhileItsMotorTurns) {
  WorldOptions options;
  options.gravity = Vec3::Zero();
  options.step = 1e-3;
  options.volume.tolerance = 1e-10;
  Arm arm(options, JointMotor{2.0, 1.0, {}}, Role::kDynamic);
  for (int step = 0; step < 200; ++step) arm.world.step();
  EXPECT_GT(arm.world.energy().kinetic, 1e-3);
  EXPECT_LT(arm.world.momentum().norm(), 1e-4);
  EXPECT_LT(arm.world.angular_momentum().norm(), 1e-3);
}

// An arm that is lowered onto a table rests on its skin, not on its bones.
TEST(V4_Skin, TheSkinCarriesTheBones) {
  WorldOptions options;
  options.step = 0.005;
  Arm arm(options, {}, Role::kDynamic);
  WorldBody table;
  table.body.name = "table";
  table.body.shape = Shape::from_box({1.0, 1.0, 0.1});
  table.body.motion = Motion::still({Mat3::Identity(), {0, 0, -0.21}});
  table.role = Role::kStatic;
  arm.world.add(table);
  StepReport report;
  for (int step = 0; step < 300; ++step) report = arm.world.step();
  double lowest = 1.0;
  for (const Vec3& v : arm.world.vertices(BodyId(2))) lowest = std::min(lowest, v.z());
  EXPECT_NEAR(lowest, -0.11, 0.005);
  Vec3 carried = Vec3::Zero();
  for (const OverlappingPair& pair : report.volume->overlaps) carried += pair.force;
  EXPECT_NEAR(std::abs(carried.z()), 1.2 * 9.81, 0.05 * 1.2 * 9.81);
}

TEST(V4_Skin, BadWeightsAreRefused) {
  const TriangleMesh box = make_shape("box");
  const SkinWeights good(box.vertices().size(), {{0, 1.0}});
  EXPECT_NO_THROW(make_skin(box, good, 1, 1.0));
  SkinWeights bad = good;
  bad[3] = {{0, 0.7}};
  EXPECT_THROW(make_skin(box, bad, 1, 1.0), InputError);
  bad[3] = {{1, 1.0}};
  EXPECT_THROW(make_skin(box, bad, 1, 1.0), InputError);
  bad[3] = {{0, 1.5}, {0, -0.5}};
  EXPECT_THROW(make_skin(box, bad, 1, 1.0), InputError);
  EXPECT_THROW(make_skin(box, good, 2, 1.0), InputError) << "a bone that moves nothing";
  EXPECT_THROW(make_skin(box, good, 1, 0.0), InputError);
  EXPECT_THROW(make_skin(TriangleMesh({Vec3::Zero(), Vec3::UnitX(), Vec3::UnitY()}, {{0, 1, 2}}),
                         {{{0, 1.0}}, {{0, 1.0}}, {{0, 1.0}}}, 1, 1.0),
               InputError);
  EXPECT_THROW(heat_weights(box, {}), InputError);
}

}  // namespace
}  // namespace graze
