// SPDX-License-Identifier: MIT
// Robots and exact shapes in scene.json.
#include <gtest/gtest.h>

#include "graze/io/load_scene.h"
#include "io/refusal.h"

namespace graze::test {
namespace {
std::string refused(const std::string& text) {
  return refusal_of([&] { parse_scene(text, "s.json", "examples/robots"); }).place;
}
}  // namespace

TEST(G3_SceneFile, HoldsRobotsAndExactShapes) {
  const Scene scene = load_scene("tests/scene_json/good/round_shapes.json");
  EXPECT_EQ(scene.bodies[find_body(scene, "ball")->index()].shape.rounding(), 0.25);
  EXPECT_EQ(scene.bodies[find_body(scene, "stick")->index()].shape.rounding(), 0.125);
  EXPECT_EQ(scene.span.hi, 2.0);  // the trajectory's
  const Body& forearm = scene.bodies[find_body(scene, "left.forearm")->index()];
  EXPECT_EQ(forearm.padding, 0.001);
  EXPECT_GT(forearm.growth(), 0.035 + 0.001);
  const TouchRules rules(scene);
  EXPECT_FALSE(rules.is_checked(*find_body(scene, "left.forearm"), *find_body(scene, "ball")));
  EXPECT_TRUE(rules.is_checked(*find_body(scene, "right.forearm"), *find_body(scene, "ball")));
  EXPECT_FALSE(rules.is_checked(*find_body(scene, "right.base"), *find_body(scene, "ground")));
  const Pose root = pose_at(world_motion(scene, *find_body(scene, "left.base")), 0.0);
  EXPECT_EQ(root.translation, Vec3(5, 0, 0));
}

TEST(G3_SceneFile, RefusalsNameTheJsonPathOrTheFile) {
  EXPECT_EQ(refused(R"({"bodies": [], "robots": [{"urdf": "arm.urdf", "parent": "x"}]})"),
            "s.json: robots[0].parent");
  EXPECT_NE(refused(R"({"bodies": [], "robots": [{"urdf": "none.urdf"}]})").find("none.urdf"),
            std::string::npos);
  EXPECT_EQ(refused(R"({"bodies": [], "robots": [{"srdf": "arm.srdf"}]})"), "s.json: robots[0]");
  EXPECT_EQ(refused(R"({"bodies": [{"name": "a", "shape": {"type": "sphere", "radius": 0}}]})"),
            "s.json: bodies[0].shape.radius");
  EXPECT_EQ(refused(R"({"bodies": [{"name": "a", "shape": {"type": "compound", "parts":
            [{"shape": {"type": "sphere", "radius": 1}}]}}]})"),
            "s.json: bodies[0].shape.parts[0].shape");
}

}  // namespace graze::test
