// SPDX-License-Identifier: MIT
// Scenes of rigid-ipc: places, velocities, scripts and groups as its reader means them.
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <filesystem>
#include <numbers>

#include "graze/base/error.h"
#include "graze/simulation/load_world_scene.h"

namespace graze {
namespace {
constexpr double kPi = std::numbers::pi;
// A box of 1 x 2 x 4 whose centre is at (0.5, 1, 2).
const std::string kBox = R"("vertices": [[0,0,0],[1,0,0],[0,2,0],[1,2,0],[0,0,4],[1,0,4],[0,2,4],
  [1,2,4]], "faces": [[0,2,1],[1,2,3],[4,5,6],[5,7,6],[0,1,4],[1,5,4],[2,6,3],[3,6,7],[0,4,2],
  [2,4,6],[1,3,5],[3,7,5]])";

WorldScene fixture(const std::string& bodies, const std::string& more = "") {
  return parse_world_scene(R"({"scene_type": "distance_barrier_rb_problem", "timestep": 0.01,
    "max_time": 2, "solver": "ipc_solver", "rigid_body_problem": {"gravity": [0, -9.8, 0],
    "coefficient_restitution": -1, "coefficient_friction": 0.2, "rigid_bodies": [)" +
                           bodies + "]}" + more + "}");
}

Vec3 centre_at(const WorldScene& scene, std::size_t body, double t) {
  const WorldBody& b = scene.bodies[body];
  return pose_at(b.body.motion, t) * mass_model(b.body.shape, 1.0, b.density).centre;
}

TEST(C11_RigidIpc, OptionsAreThoseOfTheFile) {
  const WorldScene scene = fixture("{" + kBox + "}");
  EXPECT_EQ(scene.options.step, 0.01);
  EXPECT_EQ(scene.seconds, 2.0);
  EXPECT_EQ(scene.options.gravity, Vec3(0, -9.8, 0));
  EXPECT_EQ(scene.options.material.friction, 0.2);
  EXPECT_EQ(scene.options.material.restitution, 0.0);
  EXPECT_EQ(scene.bodies[0].density, 1000.0);
  EXPECT_EQ(scene.bodies[0].role, Role::kDynamic);
}

TEST(C11_RigidIpc, ScaleRotationAndPositionAreAboutTheOriginOfTheModel) {
  const WorldScene scene = fixture("{" + kBox + R"(, "scale": [2, 1, 1], "rotation": [90, 0, 90],
    "position": [10, 20, 30], "linear_velocity": [1, 2, 3], "angular_velocity": [0, 180, 0],
    "force": [4, 5, 6], "density": 7})");
  // (1, 1, 2) turns about x to (1, -2, 1), then about z to (2, 1, 1).
  EXPECT_LT((centre_at(scene, 0, 0.0) - Vec3(12, 21, 31)).norm(), 1e-12);
  EXPECT_EQ(scene.bodies[0].velocity, Vec3(1, 2, 3));
  EXPECT_LT((scene.bodies[0].angular_velocity - Vec3(0, kPi, 0)).norm(), 1e-15);
  EXPECT_NEAR(make_world(scene).mass(BodyId(0)).mass, 7.0 * 16.0, 1e-9);
  ASSERT_EQ(scene.loads.size(), 1u);
  EXPECT_EQ(scene.loads[0].force, Vec3(4, 5, 6));
}

TEST(C11_RigidIpc, DimensionsTakeThePlaceOfTheScale) {
  const WorldScene scene = fixture("{" + kBox + R"(, "scale": 3, "dimensions": [5, 5, 5]})");
  EXPECT_LT((scene.bodies[0].body.shape.mesh().bounds().size() - Vec3(5, 5, 5)).norm(), 1e-12);
}

TEST(C11_RigidIpc, FixedDirectionsLockOrMakeStatic) {
  const WorldScene scene = fixture(
      "{" + kBox + R"(, "is_dof_fixed": true}, {)" + kBox +
      R"(, "is_dof_fixed": [true, true, true, true, true, false], "position": [9, 0, 0],
              "linear_velocity": [1, 1, 1], "angular_velocity": [90, 0, 90]}, {)" +
      kBox + R"(, "type": "static", "position": [18, 0, 0]}, {)" + kBox + R"(, "enabled": false})");
  ASSERT_EQ(scene.bodies.size(), 3u);
  EXPECT_EQ(scene.bodies[0].role, Role::kStatic);
  EXPECT_EQ(scene.bodies[1].role, Role::kDynamic);
  EXPECT_EQ(scene.bodies[1].is_locked, (std::array{true, true, true, true, true, false}));
  EXPECT_EQ(scene.bodies[1].velocity, Vec3(0, 0, 0));
  EXPECT_LT((scene.bodies[1].angular_velocity - Vec3(0, 0, 0.5 * kPi)).norm(), 1e-15);
  EXPECT_EQ(scene.bodies[2].role, Role::kStatic);
}

TEST(C11_RigidIpc, AKinematicBodyTurnsAboutItsCentreOfMassForAllTurns) {
  const WorldScene scene =
      fixture("{" + kBox + R"(, "type": "kinematic", "angular_velocity": [0, 0, 1500],
      "linear_velocity": [0, 1, 0]})");
  EXPECT_EQ(scene.bodies[0].role, Role::kDriven);
  const double turn = 1500.0 * kPi / 180.0;
  for (const double t : {0.0, 0.123, 0.77, 1.4, 2.0}) {
    EXPECT_LT((centre_at(scene, 0, t) - Vec3(0.5, 1.0 + t, 2.0)).norm(), 1e-11);
    const Mat3 rotation = pose_at(scene.bodies[0].body.motion, t).rotation;
    EXPECT_NEAR(rotation(0, 0), std::cos(turn * t), 1e-11);
    EXPECT_NEAR(rotation(1, 0), std::sin(turn * t), 1e-11);
  }
}

TEST(C11_RigidIpc, ScriptedPosesAreOneAStepAndThenTheVelocityCounts) {
  const WorldScene scene = fixture("{" + kBox + R"(, "type": "kinematic",
    "kinematic_poses": [{"position": [0, 1, 0]}, {"position": [0, 2, 0]}],
    "linear_velocity": [1, 0, 0]})");
  EXPECT_LT((centre_at(scene, 0, 0.0) - Vec3(0.5, 1, 2)).norm(), 1e-12);
  EXPECT_LT((centre_at(scene, 0, 0.01) - Vec3(0, 1, 0)).norm(), 1e-12);
  EXPECT_LT((centre_at(scene, 0, 0.015) - Vec3(0, 1.5, 0)).norm(), 1e-12);
  EXPECT_LT((centre_at(scene, 0, 0.02) - Vec3(0, 2, 0)).norm(), 1e-12);
  EXPECT_LT((centre_at(scene, 0, 1.02) - Vec3(1, 2, 0)).norm(), 1e-12);
}

TEST(C11_RigidIpc, BodiesOfOneGroupDoNotSeeEachOther) {
  const WorldScene scene = fixture("{" + kBox + R"(, "group_id": 1}, {)" + kBox +
                                   R"(, "group_id": 1}, {)" + kBox + R"(, "position": [9, 0, 0]})");
  EXPECT_TRUE(make_world(scene).overlaps().empty());
}

TEST(C11_RigidIpc, WhatCannotBeReadIsRefusedByName) {
  const auto message = [](const std::string& body) -> std::string {
    try {
      fixture(body);
    } catch (const InputError& error) {
      return error.what();
    }
    return "";
  };
  EXPECT_NE(message(R"({"mesh": "no/such.obj"})").find("'no/such.obj', which is not there"),
            std::string::npos);
  EXPECT_NE(message(R"({"mesh": "no/such.obj"})").find("rigid_bodies[0].mesh"), std::string::npos);
  EXPECT_NE(message("{" + kBox + R"(, "split_components": true})").find("split_components"),
            std::string::npos);
  EXPECT_NE(message("{" + kBox + R"(, "type": "kinetic"})").find("'kinematic'"), std::string::npos);
}

TEST(C11_RigidIpc, AllFixturesAreReadAndWrittenAgain) {
  const char* data = std::getenv("GRAZE_DATA");
  const std::filesystem::path folder =
      std::filesystem::path(data != nullptr ? data : "../shared/data") /
      "scenes/rigid-ipc/fixtures";
  if (!std::filesystem::exists(folder))
    GTEST_SKIP() << folder << " is not there: set GRAZE_DATA to read the public scenes";
  std::size_t count = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder)) {
    if (entry.path().extension() != ".json") continue;
    const WorldScene scene = load_world_scene(entry.path());
    const std::string text = format_world_scene(scene);
    EXPECT_EQ(format_world_scene(parse_world_scene(text)), text) << entry.path();
    ++count;
  }
  EXPECT_EQ(count, 38u);
}

}  // namespace
}  // namespace graze
