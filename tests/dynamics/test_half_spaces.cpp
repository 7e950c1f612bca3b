// SPDX-License-Identifier: MIT
// Half-spaces in a world: bodies rest on the plane wherever it is and however far they go.
#include <gtest/gtest.h>

#include <cmath>

#include "dynamics/world_scenes.h"
#include "graze/base/error.h"
#include "graze/dynamics/world.h"
#include "graze/math/rotation.h"

namespace graze {
namespace {
using scenes::body_of;
using scenes::box_of;

constexpr double kHalf = 0.1;

/// How far the lowest corner of a body is above the plane through `point`.
double height_above(const World& world, BodyId body, const Vec3& normal, const Vec3& point) {
  double lowest = INFINITY;
  for (const Vec3& v : world.vertices(body)) {
    lowest = std::min(lowest, normal.dot(v - point));
  }
  return lowest;
}

void run(World& world, double seconds) {
  while (world.time() < seconds) world.step();
}

TEST(C11_HalfSpace, BoxesRestOnThePlaneFarFromTheOrigin) {
  for (const double far : {0.0, 300.0, 1e6}) {
    World world;
    world.add(body_of("ground", Shape::from_half_space(Vec3::UnitZ(), 0.0), Vec3(0, 0, 0),
                      Role::kStatic));
    const BodyId box = world.add(box_of("box", Vec3::Constant(kHalf), {far, -far, 1.5}));
    run(world, 2.0);
    const double height = height_above(world, box, Vec3::UnitZ(), Vec3::Zero());
    EXPECT_GT(height, 0.0) << far;
    EXPECT_LT(height, 20.0 * world.skin(BodyId(0), box)) << far;
  }
}

TEST(C11_HalfSpace, TiltedPlanesHoldWhatSticksToThem) {
  const Mat3 turn = rotation_about(Vec3(1, 2, 0).normalized(), 0.2);
  const Vec3 normal = turn * Vec3::UnitZ();
  WorldOptions options;
  options.material.friction = 1.0;
  World world(options);
  world.add(body_of("ground", Shape::from_half_space(normal, 3.0), Vec3(0, 0, 0), Role::kStatic));
  const Vec3 foot = 3.0 * normal;
  const BodyId box = world.add(body_of("box", Shape::from_box(Vec3::Constant(kHalf)),
                                       Pose{turn, foot + (kHalf + 0.05) * normal}));
  run(world, 1.5);
  const double height = height_above(world, box, normal, foot);
  EXPECT_GT(height, 0.0);
  EXPECT_LT(height, 20.0 * world.skin(BodyId(0), box));
}

TEST(C11_HalfSpace, ABodyThatSlidesForHundredsOfMetresStaysAbove) {
  WorldOptions options;
  options.material.friction = 0.0;
  World world(options);
  world.add(
      body_of("ground", Shape::from_half_space(Vec3::UnitZ(), 0.0), Vec3(0, 0, 0), Role::kStatic));
  WorldBody thrown = box_of("box", Vec3::Constant(kHalf), {0, 0, kHalf + 1e-3});
  thrown.velocity = {200.0, 0.0, 0.0};
  const BodyId box = world.add(thrown);
  for (int i = 0; i < 120; ++i) {
    world.step();
    ASSERT_GT(height_above(world, box, Vec3::UnitZ(), Vec3::Zero()), 0.0) << "after step " << i;
  }
  EXPECT_NEAR(world.state(box).pose.translation.x(), 400.0, 1.0);
}

TEST(C11_HalfSpace, AStepIsAFunctionOfTheState) {
  const auto make = [] {
    World world;
    world.add(body_of("ground", Shape::from_half_space(Vec3::UnitZ(), 0.0), Vec3(0, 0, 0),
                      Role::kStatic));
    WorldBody thrown = box_of("box", Vec3::Constant(kHalf), {0, 0, 0.5});
    thrown.velocity = {20.0, 3.0, 0.0};
    world.add(thrown);
    return world;
  };
  World through = make(), resumed = make();
  for (int i = 0; i < 30; ++i) through.step();
  resumed.restore(through.state());
  for (int i = 0; i < 30; ++i) {
    through.step();
    resumed.step();
  }
  EXPECT_EQ(content_hash(through.state()), content_hash(resumed.state()));
}

TEST(C11_HalfSpace, OverlapsAreSeenAndLeftAlongTheNormal) {
  World world;
  world.add(
      body_of("ground", Shape::from_half_space(Vec3::UnitZ(), 0.0), Vec3(0, 0, 0), Role::kStatic));
  const BodyId box = world.add(box_of("box", Vec3::Constant(kHalf), {5.0, 0.0, 0.05}));
  EXPECT_EQ(world.overlaps().size(), 1u);
  EXPECT_TRUE(world.separate());
  EXPECT_EQ(world.state(box).pose.translation.x(), 5.0);
  EXPECT_GT(height_above(world, box, Vec3::UnitZ(), Vec3::Zero()), 0.0);
}

TEST(C11_HalfSpace, ADynamicOneIsRefused) {
  World world;
  try {
    world.add(body_of("ground", Shape::from_half_space(Vec3::UnitZ(), 0.0), Vec3(0, 0, 0)));
    FAIL() << "was taken";
  } catch (const InputError& e) {
    EXPECT_NE(std::string(e.what()).find("ground"), std::string::npos) << e.what();
    EXPECT_NE(std::string(e.what()).find("half-space"), std::string::npos) << e.what();
  }
}

}  // namespace
}  // namespace graze
