// SPDX-License-Identifier: MIT
// Joints that follow others, screws, and pairs with an allowed depth.
#include <gtest/gtest.h>

#include <cmath>

#include "graze/base/error.h"
#include "graze/io/load_scene.h"
#include "graze/io/write_scene.h"

namespace graze::test {
namespace {
constexpr double kPi = 3.14159265358979323846;

Scene scene_of(const std::string& joints) {
  return parse_scene(R"({"span": [0, 2], "bodies": [{"name": "base"}, )" + joints + "]}", "s.json");
}

std::string motor(const std::string& values) {
  return R"({"name": "motor", "parent": "base", "joint": {"type": "revolute", )" + values + "}}";
}

std::string follower(const std::string& joint) {
  return R"(, {"name": "follower", "parent": "base", "joint": )" + joint + "}";
}

Vec3 seen(const Scene& scene, const std::string& body, const Vec3& p, double t) {
  return pose_at(world_motion(scene, *find_body(scene, body)), t) * p;
}

std::string advice_of(const std::string& text) {
  try {
    scene_of(text);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}
}  // namespace

TEST(C8_JointsFollow, AGearTurnsByItsRatio) {
  const Scene scene = scene_of(
      motor(R"("range": [0, 20])") +
      follower(
          R"({"type": "revolute", "mimic": {"joint": "motor", "multiplier": -0.5, "offset": 0.25}})"));
  for (const double t : {0.0, 0.3, 1.1, 2.0}) {
    const double angle = -0.5 * 10.0 * t + 0.25;
    const Vec3 expected(std::cos(angle), std::sin(angle), 0.0);
    EXPECT_LT((seen(scene, "follower", Vec3::UnitX(), t) - expected).norm(), 1e-12) << t;
  }
}

TEST(C8_JointsFollow, ARackSlidesByTheWheel) {
  const Scene scene = scene_of(
      motor(R"("values": [[0, 0], [1, 3], [2, -1]])") +
      follower(
          R"({"type": "prismatic", "axis": [1, 0, 0], "mimic": {"joint": "motor", "multiplier": 0.1}})"));
  EXPECT_NEAR(seen(scene, "follower", Vec3::Zero(), 0.5).x(), 0.15, 1e-12);
  EXPECT_NEAR(seen(scene, "follower", Vec3::Zero(), 1.5).x(), 0.1, 1e-12);
}

TEST(C8_JointsFollow, ADifferentialAddsTwoShafts) {
  const std::string left =
      R"({"name": "left", "parent": "base", "joint": {"type": "revolute", "range": [0, 2]}}, )";
  const std::string right =
      R"({"name": "right", "parent": "base", "joint": {"type": "revolute", "values": [[0, 0], [1, 0], [2, 1]]}})";
  const Scene scene = scene_of(
      left + right +
      follower(
          R"({"type": "revolute", "mimic": [{"joint": "left", "multiplier": 0.5}, {"joint": "right", "multiplier": 0.5}]})"));
  for (const double t : {0.0, 0.5, 1.0, 1.75, 2.0}) {
    const double angle = 0.5 * t + 0.5 * std::max(0.0, t - 1.0);
    const Vec3 expected(std::cos(angle), std::sin(angle), 0.0);
    EXPECT_LT((seen(scene, "follower", Vec3::UnitX(), t) - expected).norm(), 1e-12) << t;
  }
}

TEST(C8_JointsFollow, AScrewAdvancesByItsLeadATurn) {
  const Scene scene = scene_of(
      R"({"name": "bolt", "parent": "base", "joint": {"type": "screw", "lead": 1.5, "axis": [0, 0, 1], "range": [0, 12.566370614359172]}})");
  for (const double t : {0.0, 0.4, 1.3, 2.0}) {
    const double angle = 2.0 * kPi * t;
    const Vec3 expected(std::cos(angle), std::sin(angle), 1.5 * t);
    EXPECT_LT((seen(scene, "bolt", Vec3::UnitX(), t) - expected).norm(), 1e-12) << t;
  }
  const Scene again = parse_scene(format_scene(scene), "again.json");
  EXPECT_EQ(again.bodies[1].joint, JointKind::kFloating);
  EXPECT_EQ(seen(again, "bolt", Vec3::UnitX(), 0.7), seen(scene, "bolt", Vec3::UnitX(), 0.7));
}

TEST(C8_JointsFollow, AMimicOfNothingNamesTheNearest) {
  EXPECT_NE(advice_of(motor(R"("range": [0, 1])") +
                      follower(R"({"type": "revolute", "mimic": {"joint": "motr"}})"))
                .find("did you mean 'motor'?"),
            std::string::npos);
  EXPECT_NE(advice_of(motor(R"("range": [0, 1])") +
                      follower(R"({"type": "revolute", "value": 1, "mimic": {"joint": "motor"}})")),
            "");
}

TEST(G3_Fits, APairMayHaveAnAllowedDepth) {
  const std::string text =
      R"({"bodies": [{"name": "shaft"}, {"name": "bearing 1", "groups": ["bearings"]}, {"name": "bearing 2", "groups": ["bearings"]}],
          "may_touch": [{"pair": ["shaft", "bearings"], "depth": 0.02}, ["bearing 1", "bearing 2"]]})";
  const Scene scene = parse_scene(text, "s.json");
  EXPECT_EQ(scene.may_touch.size(), 2u);
  for (const Scene& one : {scene, parse_scene(format_scene(scene), "again.json")}) {
    EXPECT_EQ(one.may_touch.size(), 2u);
    ASSERT_EQ(one.fits.size(), 1u);
    EXPECT_EQ(one.fits[0].a, "shaft");
    EXPECT_EQ(one.fits[0].b, "bearings");
    EXPECT_EQ(one.fits[0].depth, 0.02);
  }
  EXPECT_THROW(parse_scene(R"({"bodies": [{"name": "a"}, {"name": "b"}],
                               "may_touch": [{"pair": ["a", "b"], "depth": -1}]})",
                           "s.json"),
               InputError);
}

}  // namespace graze::test
