// SPDX-License-Identifier: MIT
// Robots and exact shapes in scene.json.
#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "graze/io/load_robot_scene.h"
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

/// A ball goes 6 m along x, without a time of its own; another body may state one.
std::string with_ball(const std::string& head, const std::string& other = "") {
  return R"({)" + head + R"("bodies": [{"name": "ball", "shape": {"type": "sphere", "radius": 0.1},
      "motion": {"type": "slerp", "from": {"position": [0, 9, 0]}, "to": {"position": [6, 9, 0]}}})" +
         other + "]";
}

double ball_at(const Scene& scene, double t) {
  return pose_at(scene.bodies[0].motion, t).translation.x();
}

TEST(G3_SceneFile, BodiesWithoutTimesLastOverTheSpanOfTheRobotsToo) {
  const std::string robots = R"(, "robots": [{"urdf": "arm.urdf", "trajectory": "bad_way.csv"}]})";
  const auto parsed = [&](const std::string& text) {
    return parse_scene(text + robots, "s.json", "examples/robots");
  };
  const Scene alone = parsed(with_ball(""));
  EXPECT_EQ(alone.span, Interval(0.0, 2.0));  // the trajectory's
  EXPECT_NEAR(ball_at(alone, 1.0), 3.0, 1e-12);
  EXPECT_NEAR(ball_at(alone, 2.0), 6.0, 1e-12);
  const std::string timed = R"(, {"name": "path", "motion":
      {"type": "path", "poses": [{"time": -1}, {"time": 5, "position": [1, 0, 0]}]}})";
  const Scene beside = parsed(with_ball("", timed));
  EXPECT_EQ(beside.span, Interval(-1.0, 5.0));
  EXPECT_NEAR(ball_at(beside, 2.0), 3.0, 1e-12);
  const Scene stated = parsed(with_ball(R"("span": [0, 1], )"));
  EXPECT_EQ(stated.span, Interval(0.0, 1.0));
  EXPECT_NEAR(ball_at(stated, 1.0), 6.0, 1e-12);
}

TEST(G3_SceneFile, AWorldBesideARobotLastsAsLongAsItsTrajectory) {
  const auto folder = std::filesystem::temp_directory_path() / "graze_world_beside_a_robot";
  std::filesystem::create_directories(folder);
  const auto world_of = [&](const std::string& text) {
    std::ofstream(folder / "cell.json") << text;
    RobotFiles files{.urdf = "examples/robots/arm.urdf"};
    files.world = folder / "cell.json";
    files.trajectory = "examples/robots/bad_way.csv";
    return load_robot_scene(files).scene;
  };
  const Scene scene = world_of(with_ball("") + "}");
  EXPECT_EQ(scene.span, Interval(0.0, 2.0));
  EXPECT_NEAR(ball_at(scene, 1.0), 3.0, 1e-12);
  const Scene stated = world_of(with_ball(R"("span": [0, 1], )") + "}");
  EXPECT_EQ(stated.span, Interval(0.0, 2.0));
  EXPECT_NEAR(ball_at(stated, 1.0), 6.0, 1e-12);
  std::filesystem::remove_all(folder);
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
