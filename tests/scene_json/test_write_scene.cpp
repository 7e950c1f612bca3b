// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <filesystem>

#include "graze/base/error.h"
#include "graze/io/file.h"
#include "graze/io/load_scene.h"
#include "graze/io/scene_digest.h"
#include "graze/io/write_scene.h"
#include "support/colliding_meshes.h"

namespace graze {
namespace {
std::vector<std::filesystem::path> example_scenes() {
  std::vector<std::filesystem::path> paths;
  for (const char* folder : {"examples/scenes", "tests/scene_json/good"}) {
    for (const auto& entry : std::filesystem::directory_iterator(folder)) {
      if (entry.path().extension() == ".json") paths.push_back(entry.path());
    }
  }
  std::sort(paths.begin(), paths.end());
  return paths;
}

double difference(const Pose& p, const Pose& q) {
  return (p.rotation - q.rotation).norm() + (p.translation - q.translation).norm();
}

void expect_same(const Scene& p, const Scene& q) {
  EXPECT_EQ(p.name, q.name);
  EXPECT_EQ(p.units, q.units);
  EXPECT_EQ(p.span, q.span);
  EXPECT_EQ(p.tolerance, q.tolerance);
  EXPECT_EQ(p.may_touch, q.may_touch);
  ASSERT_EQ(p.bodies.size(), q.bodies.size());
  for (std::size_t i = 0; i < p.bodies.size(); ++i) {
    const Body& a = p.bodies[i];
    const Body& b = q.bodies[i];
    EXPECT_EQ(a.name, b.name);
    EXPECT_EQ(a.parent, b.parent);
    EXPECT_EQ(a.joint, b.joint) << a.name;
    EXPECT_EQ(a.joint_frame.has_value(), b.joint_frame.has_value()) << a.name;
    EXPECT_EQ(a.mass, b.mass);
    EXPECT_EQ(a.padding, b.padding) << a.name;
    EXPECT_EQ(a.shape.rounding(), b.shape.rounding()) << a.name;
    EXPECT_EQ(a.shape.outward_error(), b.shape.outward_error()) << a.name;
    EXPECT_EQ(name(a.shape.form()), name(b.shape.form())) << a.name;
    EXPECT_EQ(a.groups, b.groups);
    EXPECT_EQ(a.shape.mesh().content_hash(), b.shape.mesh().content_hash()) << a.name;
    for (int k = 0; k <= 60; ++k) {
      const double t = p.span.lo + (p.span.hi - p.span.lo) * k / 60.0;
      EXPECT_LT(difference(pose_at(a.motion, t), pose_at(b.motion, t)), 1e-9) << a.name << " " << t;
    }
  }
}

TEST(G3_WriteScene, EveryExampleReadsBackAsItself) {
  ASSERT_GE(example_scenes().size(), 5u);
  for (const auto& path : example_scenes()) {
    SCOPED_TRACE(path.string());
    const Scene scene = load_scene(path);
    const std::string text = format_scene(scene);
    const Scene again = parse_scene(text);
    expect_same(scene, again);
  }
}

TEST(G3_WriteScene, MeshesOfOneHashStayTwo) {
  const auto [small, large] = test::colliding_cubes();
  Scene scene;
  add_body(scene, {.name = "small", .shape = Shape::from_mesh(small)});
  add_body(scene, {.name = "large", .shape = Shape::from_mesh(large)});
  const Scene again = parse_scene(format_scene(scene));
  EXPECT_EQ(again.bodies[0].shape.mesh().bounds().hi.x(), 0.1);
  EXPECT_EQ(again.bodies[1].shape.mesh().bounds().hi.x(), 1.0);
}

TEST(G3_SceneDigest, ChangesWithAnythingThatAnAnswerRestsOn) {
  const auto scene_of = [](const std::string& text) { return parse_scene(text); };
  const std::string plain = R"({"bodies": [{"name": "a", "shape": {"type": "sphere", "radius": 1}},
      {"name": "b", "shape": {"type": "box", "size": [1, 1, 1]}, "pose": {"position": [3, 0, 0]}}]})";
  const std::string digest = scene_digest(scene_of(plain));
  EXPECT_EQ(digest, scene_digest(scene_of(plain)));
  for (const auto& [old, changed] :
       {std::pair("\"radius\": 1", "\"radius\": 2"),
        std::pair("[1, 1, 1]", "[1, 1, 1.0000000000000002]"),
        std::pair("[3, 0, 0]", "[3, 0, 1e-12]"), std::pair("\"b\"", "\"c\"")}) {
    std::string other = plain;
    other.replace(other.find(old), std::string(old).size(), changed);
    EXPECT_NE(scene_digest(scene_of(other)), digest) << changed;
  }
  const auto [small, large] = test::colliding_cubes();
  Scene one, two;
  add_body(one, {.name = "a", .shape = Shape::from_mesh(small)});
  add_body(two, {.name = "a", .shape = Shape::from_mesh(large)});
  EXPECT_NE(scene_digest(one), scene_digest(two));
}

TEST(G3_WriteScene, ScrewsComeBackBitByBit) {
  Scene scene;
  add_body(scene, {.name = "a",
                   .motion = Motion::screw({.begin = {Mat3::Identity(), {0.1, 0.2, 0.3}},
                                            .point = {1.0 / 3.0, 0.7, 0.0},
                                            .axis = {1.0, 2.0, 3.0},
                                            .angle = 40.0,
                                            .slide = 0.1})});
  const std::string once = format_scene(scene);
  EXPECT_EQ(format_scene(parse_scene(once)), once);
}

TEST(G3_WriteScene, DepthsOfFitsComeBack) {
  const std::string text =
      R"({"shapes": {"s": {"type": "sphere", "radius": 1}},
      "bodies": [{"name": "shaft", "shape": "s"}, {"name": "bush 1", "shape": "s", "groups": ["bushes"]},
      {"name": "bush 2", "shape": "s", "groups": ["bushes"]}, {"name": "pin", "shape": "s"}],
      "may_touch": [["shaft", "pin"], {"pair": ["shaft", "bushes"], "depth": 0.02},
                    {"pair": ["pin", "bush 1"], "depth": 0.5}]})";
  const Scene scene = parse_scene(text);
  ASSERT_EQ(scene.fits.size(), 2u);
  const std::string once = format_scene(scene);
  const Scene again = parse_scene(once);
  ASSERT_EQ(again.fits.size(), 2u);
  EXPECT_EQ(again.fits[0].b, "bushes");
  EXPECT_EQ(again.fits[0].depth, 0.02);
  EXPECT_EQ(again.fits[1].depth, 0.5);
  EXPECT_EQ(checked_pairs(again), checked_pairs(scene));
  EXPECT_EQ(checked_pairs(again).size(), 2u);
  EXPECT_EQ(format_scene(again), once);
}

TEST(G3_WriteScene, AMotionKnownOnlyThroughFunctionsIsRefused) {
  CustomMotion custom;
  custom.pose_at = [](double) { return Pose{}; };
  custom.enclose = [](const Interval&) { return IntervalPose{}; };
  Scene scene;
  add_body(scene, {.name = "a", .motion = Motion::custom(custom)});
  EXPECT_THROW(format_scene(scene), InputError);
}

TEST(G3_WriteScene, AFileThatCannotBeWrittenLeavesNothingBehind) {
  EXPECT_THROW(write_scene("no/such/folder/scene.json", Scene{}), InputError);
  EXPECT_FALSE(std::filesystem::exists("no"));
}

}  // namespace
}  // namespace graze
