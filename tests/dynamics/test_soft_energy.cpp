// SPDX-License-Identifier: MIT
// Energy of soft bodies that touch, overlap or are squeezed: only moving overlaps apart adds to it,
// by as much as the report says.                                                           [V4, V5]
#include <gtest/gtest.h>

#include <algorithm>

#include "dynamics/world_scenes.h"
#include "graze/geometry/shapes.h"
#include "support/trials.h"

namespace graze {
namespace {
ElasticModel elastic_cube(double side, double young, int cells) {
  return make_lattice(make_shape("box", {{"x", side}, {"y", side}, {"z", side}}),
                      {1000.0, young, 0.3, 0.002}, {.cells_across = cells});
}

/// The change of each step without the work of correction.
void expect_no_growth(World& world, int steps) {
  for (int step = 0; step < steps; ++step) {
    const StepReport report = world.step();
    const double size = report.energy.kinetic + report.energy.springs + 1e-3;
    ASSERT_LE(report.volume->energy_change - report.volume->correction_work, 1e-6 * size)
        << "step " << step;
  }
}

TEST(V4_SoftEnergy, NeverGrowsWhileABlockFallsAndRests) {
  World world;
  WorldBody floor;
  floor.body.name = "floor";
  floor.body.shape = Shape::from_box({1.0, 1.0, 0.1});
  floor.body.motion = Motion::still({Mat3::Identity(), {0, 0, -0.1}});
  floor.role = Role::kStatic;
  world.add(floor);
  world.add(scenes::soft_body("block", elastic_cube(0.2, 1e5, 3), {0, 0, 0.15}));
  expect_no_growth(world, 60);
}

// By the mean of its velocities at both ends: gravity's work is what it gains and air takes,
// exactly.
TEST(V4_SoftEnergy, NeverGrowsWhileABodyFallsAgainstDamping) {
  for (const double step : {1.0 / 60.0, 0.04, 0.2}) {
    WorldOptions options;
    options.step = step;
    World world(options);
    ElasticModel model = make_lattice(make_shape("box", {{"x", 0.2}, {"y", 0.2}, {"z", 0.2}}),
                                      {1000.0, 1e5, 0.3, 0.002, 0.5}, {.cells_across = 2});
    const BodyId block = world.add(scenes::soft_body("block", std::move(model), Vec3::Zero()));
    double way = 0.0, speed = 0.0;
    for (int k = 0; k < 20; ++k) {
      const StepReport report = world.step();
      EXPECT_EQ(report.clamps, 0) << "a step of " << step << " s was taken again";
      EXPECT_EQ(report.inner_steps, 1);
      EXPECT_LE(report.volume->energy_change, 1e-9 * report.energy.kinetic);
      const double next = (speed + step * 9.81) / (1.0 + 0.5 * step);  // implicit Euler
      way += 0.5 * step * (speed + next);
      speed = next;
    }
    EXPECT_NEAR(world.state().bodies[block.index()].velocity.z(), -speed, 1e-6 * speed);
    double lowest = 0.0;
    for (const Vec3& v : world.vertices(block)) lowest = std::min(lowest, v.z());
    EXPECT_NEAR(lowest, -0.1 - way, 1e-6 * way);
  }
}

// Three blocks in one place, one of them held at two ends: no motion takes them all apart at once.
TEST(V5_SoftEnergy, IsPaidForWhereHeldBodiesAreSqueezed) {
  WorldOptions options;
  options.volume.guard = false;
  options.volume.correction = 0.3;
  World world(options);
  ElasticModel held = elastic_cube(0.2, 1e6, 2);
  pin(held, {Vec3(-1, -1, -0.11), Vec3(1, 1, -0.09)});
  pin(held, {Vec3(-1, -1, 0.09), Vec3(1, 1, 0.11)});
  world.add(scenes::soft_body("held", held, Vec3::Zero()));
  ElasticModel small = elastic_cube(0.02, 1e4, 1);
  pin(small, {Vec3(-1, -1, -1), Vec3(1, 1, -0.009)});
  world.add(scenes::soft_body("inside", small, {0.01, 0, 0}));
  world.add(scenes::soft_body("free", elastic_cube(0.2, 1e5, 2), Vec3::Zero()));
  const double before = world.energy().total();
  expect_no_growth(world, 100);
  const WorldEnergy after = world.energy();
  EXPECT_LT(after.kinetic + after.gravity, before + 1e-6) << "nothing was thrown";
}

TEST(V5_SoftEnergy, OverlapsOfFreeBodiesPartWithoutStrain) {
  WorldOptions options;
  options.gravity = Vec3::Zero();
  World world(options);
  world.add(scenes::soft_body("a", elastic_cube(0.2, 2e4, 3), Vec3::Zero()));
  world.add(scenes::soft_body("b", elastic_cube(0.2, 2e4, 3), {0.12, 0.03, 0.02}));
  double most = 0.0;
  StepReport report;
  for (int step = 0; step < 120; ++step) {
    report = world.step();
    most = std::max(most, report.energy.kinetic);
  }
  EXPECT_LT(most, 1e-3) << "moved, not thrown: " << most << " J";
  for (const OverlappingPair& pair : report.volume->overlaps) EXPECT_LT(pair.depth, 1e-3);
}

}  // namespace
}  // namespace graze
