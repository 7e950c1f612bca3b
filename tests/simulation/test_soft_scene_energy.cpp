// SPDX-License-Identifier: MIT
// The file of every key of soft bodies, simulated: bodies that start inside each other, held ones
// among them, gain no energy but what moving them apart costs.                             [V4, V5]
#include <gtest/gtest.h>

#include <algorithm>

#include "graze/simulation/load_world_scene.h"

namespace graze {
namespace {

TEST(V4_SoftScene, EnergyGrowsByTheWorkOfCorrectionAlone) {
  World world = make_world(load_world_scene("tests/scene_json/good/dynamics_soft.json"));
  const double before = world.energy().total();
  double paid = 0.0;
  for (int step = 0; step < 120; ++step) {
    const StepReport report = world.step();
    const double size = report.energy.kinetic + report.energy.springs;
    ASSERT_LE(report.volume->energy_change - report.volume->correction_work, 1e-6 * size) << step;
    paid += report.volume->correction_work;
    ASSERT_LE(report.energy.kinetic + report.energy.gravity,
              before + std::max(0.0, paid) + 1e-6 * size)
        << "nothing is thrown: step " << step;
  }
}

}  // namespace
}  // namespace graze
