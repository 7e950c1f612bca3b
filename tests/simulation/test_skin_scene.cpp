// SPDX-License-Identifier: MIT
// Skins in scene.json: read, written, simulated, refused.                                  [V4, G3]
#include <gtest/gtest.h>

#include "graze/base/error.h"
#include "graze/simulation/load_world_scene.h"

namespace graze {
namespace {
const char* kSkinScene = "tests/scene_json/good/dynamics_skin.json";

TEST(V4_SkinScene, ComesBackBitByBit) {
  const WorldScene scene = load_world_scene(kSkinScene);
  const WorldScene again = parse_world_scene(format_world_scene(scene));
  World first = make_world(scene), second = make_world(again);
  for (int step = 0; step < 5; ++step) {
    first.step();
    second.step();
  }
  EXPECT_EQ(content_hash(first.state()), content_hash(second.state()));
}

TEST(V4_SkinScene, AMotorBendsTheArmThatFallsToTheFloor) {
  World world = make_world(load_world_scene(kSkinScene));
  while (world.time() < 0.5) world.step();
  const BodyId arm = *world.find("arm");
  double lowest = 1.0, highest = -1.0;
  for (const Vec3& v : world.vertices(arm)) {
    lowest = std::min(lowest, v.z());
    highest = std::max(highest, v.z());
  }
  EXPECT_GT(lowest, -0.01) << "the floor carries the skin";
  EXPECT_LT(lowest, 0.2);
  EXPECT_GT(highest - lowest, 0.2) << "it is bent";
  EXPECT_NEAR(world.state().joints[0].value, 60.0 * 0.017453292519943295, 0.05);
}

TEST(V4_SkinScene, WhatIsWrongIsSaidInOneSentence) {
  const auto message = [](const std::string& soft) -> std::string {
    try {
      parse_world_scene(R"({"bodies": [
        {"name": "bone", "shape": {"type": "box", "size": [1, 1, 1]}},
        {"name": "skin", "shape": {"type": "box", "size": [2, 2, 2]}, "mass": 1,
         "dynamics": {"soft": )" +
                        soft + "}}]}");
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  const auto has = [&](const std::string& soft, const std::string& words) {
    const std::string said = message(soft);
    EXPECT_NE(said.find(words), std::string::npos) << said;
    EXPECT_EQ(said.find('\n'), std::string::npos);
  };
  has(R"({"type": "skin", "bones": []})", "bones");
  has(R"({"type": "skin", "bones": [{"body": "leg", "from": [0, 0, 0], "to": [1, 0, 0]}]})", "leg");
  has(R"({"type": "skin", "bones": [{"body": "bone"}]})", "from");
  const std::string good = "[[0, 1]]", bad = "[[0, 0.5]]";
  const auto weights = [&](const std::string& last) {
    std::string all = "[";
    for (int v = 0; v < 7; ++v) all += good + ", ";
    return R"({"type": "skin", "bones": [{"body": "bone"}], "weights": )" + all + last + "]}";
  };
  EXPECT_EQ(message(weights(good)), "");
  has(weights(bad), "sum of 0.5");
  has(weights("[[3, 1]]"), "3");
}

}  // namespace
}  // namespace graze
