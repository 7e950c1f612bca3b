// SPDX-License-Identifier: MIT
// Animated scenes: motions against glTF's own formulas at instants, hostile files, public files.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "graze/io/load_gltf.h"
#include "graze/io/open_scene.h"
#include "graze/query/first_contact.h"
#include "io/refusal.h"
#include "robot/data_files.h"
#include "robot/gltf_text.h"
#include "support/trials.h"

namespace graze::test {
namespace {
const Body& body_of(const GltfScene& scene, const std::string& name) {
  return scene.scene.bodies[find_body(scene.scene, name)->index()];
}

Vec3 point_at(const GltfScene& scene, const std::string& name, const Vec3& p, double t) {
  return pose_at(world_motion(scene.scene, *find_body(scene.scene, name)), t) * p;
}

std::size_t deforming_bodies(const GltfScene& scene) {
  return static_cast<std::size_t>(std::ranges::count_if(scene.scene.bodies, &Body::deforms));
}

std::string found_in(const std::string& text, const std::string& animation = {}) {
  return refusal_of([&] { parse_gltf(text, "a.gltf", ".", {animation}); }).found;
}
}  // namespace

TEST(G3_Gltf, StepLinearAndCubicAreTheirFormulas) {
  GltfText text;
  const int mesh = text.add_triangle();
  const int parent = text.add_node("parent", mesh);
  const int child = text.add_node("child", mesh, parent);
  text.animate(parent, "translation", "CUBICSPLINE", {0, 2},
               {0, 0, 0, 0, 0, 0, 1, 0, 0, /**/ 0, 2, 0, 4, 0, 0, 0, 0, 0});
  const float h = std::sqrt(0.5f);
  text.animate(child, "rotation", "LINEAR", {0, 1, 2}, {0, 0, 0, 1, 0, 0, h, h, 0, 0, 1, 0});
  const GltfScene scene = parse_gltf(text.str(), "a.gltf");
  ASSERT_EQ(scene.scene.bodies.size(), 2u);
  EXPECT_EQ(scene.scene.span.hi, 2.0);
  EXPECT_EQ(deforming_bodies(scene), 0u);
  const std::size_t count = trials(1000);
  for (std::size_t trial = 0; trial < count; ++trial) {
    std::mt19937_64 random = generator(trial);
    const double t = std::uniform_real_distribution<double>(0.0, 2.0)(random), s = t / 2.0;
    const double s2 = s * s, s3 = s2 * s;
    const Vec3 x = 2.0 * (s3 - 2 * s2 + s) * Vec3(1, 0, 0) + (-2 * s3 + 3 * s2) * Vec3(4, 0, 0) +
                   2.0 * (s3 - s2) * Vec3(0, 2, 0);
    ASSERT_LT((point_at(scene, "parent", Vec3::Zero(), t) - x).norm(), 1e-12);
    const double angle = t * std::acos(-1.0) / 2.0;  // a quarter turn about z a second
    const Vec3 q = x + Vec3(std::cos(angle), std::sin(angle), 0);
    ASSERT_LT((point_at(scene, "child", Vec3::UnitX(), t) - q).norm(), 1e-7);  // keys are floats
  }
}

TEST(G3_Gltf, StepJumpsAndHolds) {
  GltfText text;
  const int node = text.add_node("a", text.add_triangle());
  text.animate(node, "translation", "STEP", {0, 1}, {0, 0, 0, 5, 0, 0});
  const GltfScene scene = parse_gltf(text.str(), "a.gltf");
  EXPECT_EQ(point_at(scene, "a", Vec3::Zero(), 0.999).x(), 0.0);
  EXPECT_EQ(point_at(scene, "a", Vec3::Zero(), 1.0).x(), 5.0);
}

TEST(G3_Gltf, CubicRotationsAreNormalisedComponentByComponent) {
  GltfText text;
  const int node = text.add_node("a", text.add_triangle());
  text.animate(node, "rotation", "CUBICSPLINE", {0, 1},
               {0, 0, 0, 0, 0, 0, 0, 1, 0.5, 0, 0, 0, /**/ 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0, 0});
  const GltfScene scene = parse_gltf(text.str(), "a.gltf");
  for (int i = 0; i <= 20; ++i) {
    const double s = i / 20.0, s2 = s * s, s3 = s2 * s;
    const Eigen::Vector4d q = (2 * s3 - 3 * s2 + 1) * Eigen::Vector4d(0, 0, 0, 1) +
                              (s3 - 2 * s2 + s) * Eigen::Vector4d(0.5, 0, 0, 0) +
                              (-2 * s3 + 3 * s2) * Eigen::Vector4d(0, 0, 1, 0) +
                              (s3 - s2) * Eigen::Vector4d(0, 0, 1, 0);
    const Quat unit = Quat(q[3], q[0], q[1], q[2]).normalized();
    const Mat3 turn = pose_at(body_of(scene, "a").motion, s).rotation;
    EXPECT_LT((turn - unit.toRotationMatrix()).norm(), 1e-12) << s;
  }
}

TEST(G3_Gltf, ScalesAreBakedInAndMirrorsTurnTriangles) {
  GltfText text;
  const int mesh = text.add_triangle();
  const int above =
      text.add_node("above", -1, -1, R"("scale": [-2, -2, -2], "translation": [1, 0, 0])");
  const int node = text.add_node("a", mesh, above, R"("scale": [1, 3, 1])");
  text.animate(node, "translation", "LINEAR", {0, 1}, {0, 0, 0, 1, 0, 0});
  const GltfScene scene = parse_gltf(text.str(), "a.gltf");
  const Body& body = body_of(scene, "a");
  EXPECT_EQ(body.shape.mesh().vertices()[2], Vec3(0, -6, 0));  // (0, 1, 0) scaled by 3, then -2
  EXPECT_EQ(body.shape.mesh().triangles()[0], (Triangle{0, 2, 1}));
  EXPECT_LT((point_at(scene, "a", Vec3::Zero(), 1.0) - Vec3(-1, 0, 0)).norm(), 1e-15);
}

TEST(G3_Gltf, WhatStretchesIsDeforming) {
  GltfText text;
  const int mesh = text.add_triangle();
  const int above = text.add_node("above", -1, -1, R"("scale": [1, 2, 1])");
  const int node = text.add_node("a", mesh, above);
  text.animate(node, "rotation", "LINEAR", {0, 1},
               {0, 0, 0, 1, 0, 0, 1, 0});  // shears under the scale
  const GltfScene scene = parse_gltf(text.str(), "a.gltf");
  ASSERT_EQ(deforming_bodies(scene), 1u);
  const auto half = body_of(scene, "a").deformation.vertices_at(0.5);
  EXPECT_LT((half[1] - Vec3(0, 2, 0)).norm(), 1e-12);  // x turned to y, then stretched
}

TEST(G3_Gltf, BodiesThatMoveTogetherMayTouchAndOthersAreChecked) {
  GltfText text;
  const int mesh = text.add_triangle();
  const int moving = text.add_node("moving", mesh);
  text.add_node("carried", mesh, moving);
  text.add_node("still", mesh);
  text.add_node("still too", mesh);
  text.animate(moving, "translation", "LINEAR", {0, 1}, {0, 0, 5, 0, 0, -5});
  const GltfScene scene = parse_gltf(text.str(), "a.gltf");
  const TouchRules rules(scene.scene);
  const auto checked = [&](const char* a, const char* b) {
    return rules.is_checked(*find_body(scene.scene, a), *find_body(scene.scene, b));
  };
  EXPECT_FALSE(checked("moving", "carried"));
  EXPECT_FALSE(checked("still", "still too"));
  EXPECT_TRUE(checked("carried", "still"));
  const PairReport first = first_contact(scene.scene);
  EXPECT_EQ(first.report.outcome, Outcome::kContact);
  EXPECT_NEAR(first.report.time.hi, 0.5, 1e-6);
}

TEST(G3_Gltf, HostileFilesAreRefusedWithASentence) {
  EXPECT_NE(found_in(""), "");
  EXPECT_NE(found_in("{}"), "");
  EXPECT_NE(found_in("glTF\2"), "");
  GltfText cycle;
  const int a = cycle.add_node("a", -1), b = cycle.add_node("b", -1, a);
  cycle.add_child(b, a);
  EXPECT_EQ(found_in(cycle.str()), "a cycle, or more than 256 nodes above it");
  GltfText beyond;
  const int mesh = beyond.add_triangle();
  beyond.add_node("a", mesh);
  std::string text = beyond.str();
  const auto count = text.find("\"count\":3");
  ASSERT_NE(count, std::string::npos);
  text.replace(count, 9, "\"count\":300");
  EXPECT_EQ(found_in(text), "data beyond the end of its buffer view or buffer");
  GltfText backwards;
  const int node = backwards.add_node("a", backwards.add_triangle());
  backwards.animate(node, "translation", "LINEAR", {1, 0}, {0, 0, 0, 5, 0, 0});
  EXPECT_EQ(found_in(backwards.str()), "times that do not ascend");
  GltfText unknown;
  unknown.add_node("a", unknown.add_triangle());
  EXPECT_EQ(found_in(unknown.str(), "walk"), "no animation 'walk'");
}

TEST(G3_Gltf, AllPublicAnimationsLoadAndMoveAsTheirNodesSay) {
  std::size_t files = 0, deforming = 0, bodies = 0;
  for (const char* extension : {".glb", ".gltf"}) {
    for (const auto& path : data_files("gltf", extension)) {
      SCOPED_TRACE(path);
      GltfScene scene;
      ASSERT_NO_THROW(scene = load_gltf(path));
      EXPECT_EQ(open_scene(path).bodies.size(), scene.scene.bodies.size());
      EXPECT_NO_THROW(check(scene.scene));
      ++files;
      deforming += deforming_bodies(scene);
      bodies += scene.scene.bodies.size();
    }
  }
  std::printf("%zu public animations: %zu bodies, %zu of them deforming\n", files, bodies,
              deforming);
  if (files > 0) {
    EXPECT_EQ(files, 11u);
  }
}

}  // namespace graze::test
