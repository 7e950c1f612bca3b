// SPDX-License-Identifier: MIT
// Soft bodies come to rest, and lose energy on the way there.                             [V4, V8]
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "graze/dynamics/world.h"
#include "graze/geometry/shapes.h"
#include "graze/math/rotation.h"

namespace graze {
namespace {
WorldBody soft_body(const std::string& name, const TriangleMesh& mesh, int cells, const Vec3& at) {
  WorldBody body;
  body.elastic = std::make_shared<const ElasticModel>(
      make_lattice(mesh, {1000.0, 2e4, 0.3, 0.01, 0.5}, {.cells_across = cells}));
  body.body.name = name;
  body.body.shape = Shape::from_mesh(body.elastic->surface);
  body.body.motion = Motion::still({Mat3::Identity(), at});
  return body;
}

void add_standing_box(World& world, const std::string& name, const Vec3& half, const Pose& pose) {
  WorldBody body;
  body.body.name = name;
  body.body.shape = Shape::from_box(half);
  body.body.motion = Motion::still(pose);
  body.role = Role::kStatic;
  world.add(body);
}

struct Course {
  double kinetic = 0.0, most_kinetic = 0.0, lost = 0.0;
};

/// Energy grows by the work of corrections alone, up to the solver's tolerance.
Course run_to_rest(World& world, int steps) {
  Course run;
  for (int step = 0; step < steps; ++step) {
    const StepReport report = world.step();
    const double size = report.energy.kinetic + report.energy.springs;
    EXPECT_LE(report.volume->energy_change - report.volume->correction_work, 1e-6 * size) << step;
    run.kinetic = report.energy.kinetic;
    run.most_kinetic = std::max(run.most_kinetic, run.kinetic);
    run.lost += report.volume->time_lost;
  }
  return run;
}

/// A ball with eight pointed arms.
TriangleMesh star_mesh() {
  const TriangleMesh ball = make_shape("icosphere", {{"triangles", 1280}, {"radius", 1.0}});
  std::vector<Vec3> vertices(ball.vertices().begin(), ball.vertices().end());
  for (Vec3& v : vertices) {
    double longest = 0.0;
    for (int arm = 0; arm < 8; ++arm) {
      const double azimuth = 0.25 * std::numbers::pi * arm;
      const Vec3 along = Vec3(std::cos(azimuth), std::sin(azimuth), -0.35).normalized();
      const double angle = std::acos(std::clamp(along.dot(v.normalized()), -1.0, 1.0));
      longest = std::max(longest, std::exp(-(angle / 0.2) * (angle / 0.2)));
    }
    v = (0.05 + 0.1 * longest) * v.normalized();
  }
  return {std::move(vertices), {ball.triangles().begin(), ball.triangles().end()}};
}

// Each end is a contact of its own, pressed by the bending of its arm. One that is let go springs
// back and shakes the others.
TEST(V8_SoftRest, AStarInAFunnelComesToRestOnItsArms) {
  WorldOptions options;
  options.step = 0.04;
  options.threads = 1;
  World world(options);
  for (int side = 0; side < 8; ++side) {
    const double azimuth = 0.25 * std::numbers::pi * side;
    const Mat3 turn = rotation_about({0, 0, 1}, azimuth) * rotation_about({0, 1, 0}, -0.8);
    add_standing_box(world, "wall " + std::to_string(side), {0.2, 0.1, 0.02},
                     {turn, 0.13 * Vec3(std::cos(azimuth), std::sin(azimuth), 0.0)});
  }
  world.add(soft_body("star", star_mesh(), 4, {0.005, 0.003, 0.1}));
  const Course run = run_to_rest(world, 30);
  EXPECT_GT(run.most_kinetic, 1e-2) << "it fell";
  EXPECT_LT(run.kinetic, 1e-6);
}

TEST(V8_SoftRest, AHeapOfSoftBallsComesToRest) {
  WorldOptions options;
  options.step = 0.01;
  World world(options);
  const double half = 0.13, wall = 0.05;
  add_standing_box(world, "floor", {half + 2 * wall, half + 2 * wall, wall},
                   {Mat3::Identity(), {0, 0, -wall}});
  for (const double s : {-1.0, 1.0}) {
    const std::string which = s < 0.0 ? "-" : "+";
    add_standing_box(world, "wall " + which + "x", {wall, half, 0.3},
                     {Mat3::Identity(), {s * (half + wall), 0, 0.3}});
    add_standing_box(world, "wall " + which + "y", {half + 2 * wall, wall, 0.3},
                     {Mat3::Identity(), {0, s * (half + wall), 0.3}});
  }
  const TriangleMesh ball = make_shape("icosphere", {{"triangles", 320}, {"radius", 0.08}});
  for (int k = 0; k < 3; ++k) {
    world.add(soft_body("ball " + std::to_string(k), ball, 2,
                        {0.03 * std::cos(2.4 * k), 0.03 * std::sin(2.4 * k), 0.1 + 0.17 * k}));
  }
  const Course run = run_to_rest(world, 150);
  EXPECT_GT(run.most_kinetic, 1.0) << "they fell";
  EXPECT_LT(run.kinetic, 1e-3);
  EXPECT_EQ(run.lost, 0.0);
}

}  // namespace
}  // namespace graze
