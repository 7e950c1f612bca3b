// SPDX-License-Identifier: MIT
// Thin things that come fast, at 60 steps a second: none of them is ever on the other side.
#include <gtest/gtest.h>

#include <cmath>

#include "dynamics/frame_check.h"
#include "dynamics/world_scenes.h"
#include "support/first_trial.h"
#include "support/soups.h"
#include "support/trials.h"

namespace graze {
namespace {

/// A plate, a rod, a needle or a bullet.
Vec3 random_half(std::size_t kind, double size) {
  switch (kind % 4) {
    case 0:
      return {0.002 * size, size, size};
    case 1:
      return {size, 0.05 * size, 0.05 * size};
    case 2:
      return {size, 0.002 * size, 0.002 * size};
    default:
      return {0.3 * size, 0.1 * size, 0.1 * size};
  }
}

TEST(C11_World, NothingThinOrFastPassesAThinWall) {
  const std::size_t count = test::trials(1'000), first = test::first_trial();
  std::size_t holds = 0;
  for (std::size_t trial = first; trial < first + count; ++trial) {
    auto random = test::generator(trial);
    std::uniform_real_distribution<double> part(0.0, 1.0);
    World world;
    const double thickness = 1e-4 * std::pow(10.0, 2.0 * part(random));
    // So wide that nothing gets around it in the time.
    world.add(scenes::box_of("wall", {thickness, 200, 200}, {0, 0, 0}, Role::kStatic));
    const double size = 0.02 + 0.08 * part(random);
    WorldBody body = scenes::body_of(
        "body", Shape::from_box(random_half(trial, size)),
        Pose{test::random_rotation(random), Vec3(-0.5, 0, 0) + test::random_vector(random, 0.2)});
    body.velocity = {std::pow(10.0, 1.0 + 2.0 * part(random)), 0, 0};
    body.angular_velocity = test::random_vector(random, 30.0 * part(random));
    const BodyId id = world.add(body);
    for (int i = 0; i < 5; ++i) {
      holds += world.step().holds.size();
      EXPECT_LT(world.state(id).pose.translation.x(), 0.0) << "trial " << trial;
    }
    EXPECT_TRUE(no_triangles_meet(world)) << "trial " << trial;
  }
  RecordProperty("holds", static_cast<int>(holds));
  EXPECT_LE(holds, count) << "a hold is the exception";
}
}  // namespace
}  // namespace graze
