// SPDX-License-Identifier: MIT
// Scenes of Faure et al. 2008 with soft bodies: organs that overlap at the start.        [V4, V5,
// V7]
#include <gtest/gtest.h>

#include <algorithm>
#include <string>

#include "graze/dynamics/world.h"
#include "graze/geometry/shapes.h"

namespace graze {
namespace {
WorldBody soft_ball(const std::string& name, double radius, const Vec3& at) {
  const TriangleMesh ball = make_shape("icosphere", {{"triangles", 320}, {"radius", radius}});
  WorldBody body;
  body.elastic = std::make_shared<const ElasticModel>(
      make_lattice(ball, {1000.0, 2e4, 0.3, 0.01, 0.5}, {.cells_across = 2}));
  body.body.name = name;
  body.body.shape = Shape::from_mesh(body.elastic->surface);
  body.body.motion = Motion::still({Mat3::Identity(), at});
  return body;
}

double overlap_of(const StepReport& report) {
  double sum = 0.0;
  for (const OverlappingPair& pair : report.volume->overlaps) sum += pair.volume;
  return sum;
}

TEST(V5_SoftScenes, OrgansThatOverlapAtTheStartComeApartWithoutAKick) {
  WorldOptions options;
  options.gravity = Vec3::Zero();
  options.volume.depth = 1e-7;
  World world(options);
  world.add(soft_ball("liver", 0.08, Vec3::Zero()));
  world.add(soft_ball("stomach", 0.06, {0.1, 0.02, 0.01}));
  world.add(soft_ball("kidney", 0.04, {0.02, 0.09, -0.02}));
  world.add(soft_ball("spleen", 0.04, {0.07, 0.07, 0.05}));
  const double before = world.energy().total();
  double first = 0.0, kinetic = 0.0;
  StepReport report;
  for (int step = 0; step < 200; ++step) {
    report = world.step();
    if (step == 0) first = overlap_of(report);
    kinetic = std::max(kinetic, report.energy.kinetic);
  }
  EXPECT_GT(first, 1e-5) << "they overlap at the start";
  EXPECT_LT(overlap_of(report), 1e-6 * first);
  EXPECT_LT(kinetic, 1e-3) << "moved, not thrown";
  EXPECT_LT(report.energy.kinetic + report.energy.springs, before + 1e-4);
}

}  // namespace
}  // namespace graze
