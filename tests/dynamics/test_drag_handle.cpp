// SPDX-License-Identifier: MIT
// A hand on a body: springs, positioning, sliding along a wall, who is in the way, forces at 1 kHz.
#include <gtest/gtest.h>

#include "dynamics/frame_check.h"
#include "dynamics/world_scenes.h"
#include "graze/dynamics/drag_handle.h"

namespace graze {
namespace {
using scenes::box_of;

TEST(C12_Handle, ASpringBringsAFreeBodyToItsTargetHoweverStiffItIs) {
  for (const double stiffness : {10.0, 1e4, 1e9}) {
    WorldOptions options = scenes::without_clamp();
    options.gravity = Vec3::Zero();
    World world(options);
    const BodyId box = world.add(box_of("box", {0.1, 0.1, 0.1}, {0, 0, 0}));
    const auto handle =
        std::make_shared<DragHandle>(box, Vec3(0, 0, 0), HandleOptions{.stiffness = stiffness});
    world.add(handle);
    handle->set_target(Vec3(1, 0.5, 0));
    for (int i = 0; i < 600; ++i) world.step();
    EXPECT_LT((handle->point(world) - Vec3(1, 0.5, 0)).norm(), 1e-2) << stiffness;
    EXPECT_LT(world.state(box).velocity.norm(), 1e-2) << stiffness;
  }
}

World positioning() {
  WorldOptions options;
  options.second_order = false;
  options.step = 1e-3;
  options.material.friction = 0.0;
  World world(options);
  world.add(box_of("wall", {0.1, 1, 1}, {0.5, 0, 0}, Role::kStatic));
  world.add(box_of("part", {0.1, 0.1, 0.1}, {0, 0, 0}));
  return world;
}

TEST(C12_Handle, APartGoesWhereItIsPulledSlidesAlongAWallAndNamesIt) {
  World world = positioning();
  const BodyId part = *world.find("part");
  const auto handle =
      std::make_shared<DragHandle>(part, Vec3(0, 0, 0), HandleOptions{.most_speed = 2.0});
  world.add(handle);
  handle->set_target(Vec3(0.2, 0, 0));
  StepReport report;
  for (int i = 0; i < 200; ++i) report = world.step();
  EXPECT_LT((handle->point(world) - Vec3(0.2, 0, 0)).norm(), 1e-9);
  EXPECT_FALSE(handle->blocker(world, report));

  handle->set_target(Vec3(0.6, 0.5, 0));
  for (int i = 0; i < 1500; ++i) report = world.step();
  const double skin = world.skin(part, *world.find("wall"));
  EXPECT_NEAR(handle->point(world).x(), 0.3 - skin, skin) << "as near as it can";
  EXPECT_NEAR(handle->point(world).y(), 0.5, 5e-3) << "it slid";
  ASSERT_TRUE(handle->blocker(world, report));
  EXPECT_EQ(world.body(*handle->blocker(world, report)).body.name, "wall");
  EXPECT_TRUE(no_triangles_meet(world));
}

TEST(C13_Haptic, TheHandFeelsHowDeepItIsInTheWallAndDeadlinesAreCounted) {
  World world = positioning();
  const BodyId part = *world.find("part");
  const auto handle = std::make_shared<DragHandle>(
      part, Vec3(0, 0, 0), HandleOptions{.stiffness = 500.0, .most_speed = 5.0});
  world.add(handle);
  Vec3 last = Vec3::Zero();
  const HapticTimes times =
      run_haptic_loop(world, *handle, 0.3, [&](double time, const Vec3& force) {
        last = force;
        return Vec3(std::min(0.4, 4.0 * time), 0, 0);
      });
  EXPECT_EQ(times.ticks, 300u);
  EXPECT_LE(times.missed, times.ticks);
  EXPECT_LE(times.p999, times.worst);
  EXPECT_NEAR(last.x(), -500.0 * 0.1, 0.5) << "a tenth of a metre beyond the wall";
  EXPECT_TRUE(no_triangles_meet(world));
}
}  // namespace
}  // namespace graze
