// SPDX-License-Identifier: MIT
// Skins and skeletons of glTF files in worlds: read, folded onto bodies, made, refused.    [V4, G3]
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "graze/base/error.h"
#include "graze/geometry/closure.h"
#include "graze/io/gltf_skin.h"
#include "graze/simulation/load_world_scene.h"
#include "simulation/skinned_gltf.h"

namespace graze {
namespace {
TEST(V4_GltfSkin, SurfaceWeightsAndSkeletonAreRead) {
  const GltfSkin skin = parse_gltf_skin(test::skinned_column(), "column");
  EXPECT_EQ(skin.name, "column");
  EXPECT_EQ(skin.surface.vertices().size(), 12u) << "the seam is one";
  EXPECT_EQ(closure_of(skin.surface).closure, Closure::kClosed);
  ASSERT_EQ(skin.joints.size(), 3u);
  EXPECT_EQ(skin.joints[0].name, "low");
  EXPECT_FALSE(skin.joints[0].parent);
  EXPECT_EQ(skin.joints[1].parent, 0u);
  EXPECT_EQ(skin.joints[2].parent, 1u);
  EXPECT_EQ(skin.joints[1].from, Vec3(0, 1, 0));
  EXPECT_EQ(skin.joints[1].to, Vec3(0, 2, 0)) << "where the next begins";
  for (std::size_t v = 0; v < skin.weights.size(); ++v) {
    const double y = skin.surface.vertices()[v].y();
    ASSERT_EQ(skin.weights[v].size(), y == 1.0 ? 2u : 1u);
    EXPECT_EQ(skin.weights[v][0].weight, y == 1.0 ? 0.5 : 1.0);
    EXPECT_EQ(skin.weights[v][0].joint, y == 2.0 ? 1u : 0u);
  }
}

std::string refusal(const std::string& bytes, const std::string& node = {}) {
  try {
    parse_gltf_skin(bytes, "column.gltf", ".", node);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(V4_GltfSkin, WeightsThatDoNotSumToOneAreToldInOneSentence) {
  const std::string said = refusal(test::skinned_column(0.5f, 0.25f));
  EXPECT_NE(said.find("sum of 0.75"), std::string::npos) << said;
  EXPECT_NE(said.find("vertex"), std::string::npos) << said;
  EXPECT_EQ(said.find('\n'), std::string::npos);
  EXPECT_NE(refusal(test::skinned_column(1.5f, -0.5f)).find(">= 0"), std::string::npos);
  EXPECT_EQ(refusal(test::skinned_column(0.5f, 0.5004f)), "") << "rounded to bytes";
}

TEST(V4_GltfSkin, WhatIsNotThereIsTold) {
  EXPECT_NE(refusal(test::skinned_column(), "hat").find("'hat'"), std::string::npos);
  EXPECT_NE(refusal(R"({"asset": {"version": "2.0"}, "nodes": [{"name": "a"}]})").find("skinned"),
            std::string::npos);
}

class V4_GltfSkinScene : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() / ("graze_skin_" + std::to_string(::getpid()));
    std::filesystem::create_directories(folder_);
    std::ofstream(folder_ / "column.gltf") << test::skinned_column();
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  WorldScene scene(const std::string& soft, const std::string& more = {}) {
    return parse_world_scene(R"({"units": "m", "dynamics": {"step": 0.01}, "bodies": [
        {"name": "hero", "mass": 2, "pose": {"position": [0, 0, 1]},
         "dynamics": {"soft": )" +
                                 soft + "}}" + more + "]}",
                             "scene", folder_);
  }
  std::string said(const std::string& soft, const std::string& more = {}) {
    try {
      scene(soft, more);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  }

 private:
  std::filesystem::path folder_;
};

const char* kMade = R"({"type": "skin", "path": "column.gltf"})";

TEST_F(V4_GltfSkinScene, TheSkeletonBecomesBodiesAndBallJoints) {
  const WorldScene world = scene(kMade);
  ASSERT_EQ(world.bodies.size(), 3u) << "the skin and two bones: the tip moves nothing";
  EXPECT_EQ(world.bodies[1].body.name, "hero.low");
  EXPECT_EQ(world.bodies[2].body.name, "hero.high");
  ASSERT_EQ(world.joints.size(), 1u);
  EXPECT_EQ(world.joints[0].kind, LinkKind::kBall);
  EXPECT_EQ(world.joints[0].point, Vec3(0, 1, 1)) << "in the world";
  EXPECT_NEAR(world.bodies[1].body.mass + world.bodies[2].body.mass, 0.2, 1e-12);
}

/// Each vertex is at sum w_i T_i p while the bones move: what glTF says, computed here once more.
TEST_F(V4_GltfSkinScene, TheSurfaceIsBlendedFromTheBonesWhileItFalls) {
  const WorldScene file = scene(kMade, R"(, {"name": "floor", "shape": {"type": "box",
      "size": [9, 9, 1]}, "pose": {"position": [0, 1, 0]}})");
  const GltfSkin skin = parse_gltf_skin(test::skinned_column(), "column");
  World world = make_world(file);
  const BodyId bones[2] = {*world.find("hero.low"), *world.find("hero.high")};
  Pose start[2];
  for (int k = 0; k < 2; ++k) start[k] = world.state(bones[k]).pose;
  std::size_t met = 0;
  for (int step = 0; step < 50; ++step) met += world.step().contacts.size();
  EXPECT_GT(met, 0u) << "it lies on the floor";
  EXPECT_LT(world.state(bones[0]).pose.translation.z(), 1.0);
  const std::vector<Vec3> now = world.vertices(*world.find("hero"));
  for (std::size_t v = 0; v < now.size(); ++v) {
    Vec3 expected = Vec3::Zero();
    for (const JointWeight& w : skin.weights[v]) {
      const Pose moved = world.state(bones[w.joint]).pose * inverse(start[w.joint]);
      expected += w.weight * (moved * (skin.surface.vertices()[v] + Vec3(0, 0, 1)));
    }
    EXPECT_LT((now[v] - expected).norm(), 1e-9);
  }
}

TEST_F(V4_GltfSkinScene, ComesBackBitByBit) {
  const WorldScene first = scene(kMade), again = parse_world_scene(format_world_scene(first));
  World a = make_world(first), b = make_world(again);
  for (int step = 0; step < 5; ++step) {
    a.step();
    b.step();
  }
  EXPECT_EQ(content_hash(a.state()), content_hash(b.state()));
}

TEST_F(V4_GltfSkinScene, JointsWithoutABodyGoWithTheNextAbove) {
  const std::string bone = R"(, {"name": "trunk", "shape": {"type": "box", "size": [0.1, 1, 0.1]},
      "pose": {"position": [0, 0.5, 1]}, "dynamics": {}})";
  const WorldScene world = scene(
      R"({"type": "skin", "path": "column.gltf", "bones": [{"body": "trunk", "joint": "low"}]})",
      bone);
  ASSERT_EQ(world.bodies.size(), 2u);
  EXPECT_EQ(world.bodies[0].elastic->nodes.size(), 4u) << "one bone";
  const std::string above =
      R"({"type": "skin", "path": "column.gltf", "bones": [{"body": "trunk", "joint": "high"}]})";
  EXPECT_NE(said(above, bone).find("'low', which no bone carries"), std::string::npos)
      << said(above, bone);
}

TEST_F(V4_GltfSkinScene, WhatIsWrongIsSaidInOneSentence) {
  const auto has = [&](const std::string& soft, const std::string& words) {
    const std::string text = said(soft);
    EXPECT_NE(text.find(words), std::string::npos) << text;
    EXPECT_EQ(text.find('\n'), std::string::npos);
  };
  has(R"({"type": "skin", "path": "nobody.glb"})", "nobody.glb");
  has(R"({"type": "skin", "path": "column.gltf", "mesh": "hat"})", "'hat'");
  has(R"({"type": "skin", "path": "column.gltf", "bones": [{"body": "hero", "joint": "knee"}]})",
      "knee");
  has(R"({"type": "skin", "path": "column.gltf", "weights": []})", "weights");
}

}  // namespace
}  // namespace graze
