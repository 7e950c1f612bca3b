// SPDX-License-Identifier: MIT
// A bolt in its nut under its own weight, at 60 steps a second, against the closed form of a screw.
#include <gtest/gtest.h>

#include <cmath>

#include "dynamics/world_scenes.h"

namespace graze {
namespace {
constexpr double kPitch = 0.1;  // of the shapes `bolt` and `nut`
constexpr double kInner = 0.21,
                 kOuter = 0.25;  // radii between which their flanks lie over each other
constexpr double kFlank = 0.5;   // rise of a flank along the radius

// Friction from which on a thread of this radius bears its load: flanks lean by the lead and
// inwards.
double locking_friction(double radius) {
  const double lead = kPitch / (2.0 * M_PI * radius);
  return lead * std::sqrt(1.0 + lead * lead) / std::sqrt(1.0 + lead * lead + kFlank * kFlank);
}

struct Descent {
  double speed = 0.0, height = 0.0;
};

Descent descent_after(World& world, int steps) {
  for (int i = 0; i < steps; ++i) {
    const StepReport report = world.step();
    EXPECT_TRUE(report.holds.empty()) << "at " << report.time;
  }
  const BodyState& bolt = world.state(BodyId(1));
  return {-bolt.velocity.z(), bolt.pose.translation.z()};
}

TEST(C11_Bolt, LocksAboveTheAngleOfItsThreadAndDescendsBelow) {
  const double friction = 0.5 * (locking_friction(kInner) + locking_friction(kOuter));
  World locked = scenes::bolt_in_nut(1.1 * friction);
  const Descent landed = descent_after(locked, 20);
  EXPECT_LT(std::abs(landed.height - descent_after(locked, 20).height), 1e-6);
  World sliding = scenes::bolt_in_nut(0.9 * friction);
  const Descent first = descent_after(sliding, 20), last = descent_after(sliding, 20);
  EXPECT_GT(last.speed, first.speed);
  EXPECT_LT(last.height, first.height - 1e-5);
}

}  // namespace
}  // namespace graze
