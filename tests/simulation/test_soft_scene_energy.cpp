// SPDX-License-Identifier: MIT
// The file of every key of soft bodies, simulated: bodies that start inside each other, held ones
// among them, gain no energy but what moving them apart costs.                             [V4, V5]
#include <gtest/gtest.h>

#include "graze/simulation/load_world_scene.h"

namespace graze {
namespace {

TEST(V4_SoftScene, EnergyGrowsByTheWorkOfCorrectionAlone) {
  World world = make_world(load_world_scene("tests/scene_json/good/dynamics_soft.json"));
  const double before = world.energy().total();
  double kinetic = 0.0;
  for (int step = 0; step < 120; ++step) {
    const StepReport report = world.step();
    const double size = report.energy.kinetic + report.energy.springs;
    ASSERT_LE(report.volume->energy_change - report.volume->correction_work, 1e-6 * size) << step;
    if (step < 30) kinetic = std::max(kinetic, report.energy.kinetic);
  }
  EXPECT_LT(kinetic, before) << "nothing is thrown";
  EXPECT_LT(world.energy().total(), before);
}

}  // namespace
}  // namespace graze
