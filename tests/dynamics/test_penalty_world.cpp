// SPDX-License-Identifier: MIT
// Rigid and mass-spring bodies that push each other out: rest, recovery, rings.          [V4, V5]
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "graze/base/error.h"
#include "graze/dynamics/penalty_world.h"
#include "graze/geometry/shapes.h"
#include "graze/math/rotation.h"

namespace graze {
namespace {
PenaltyRigidBody fixed_floor() {
  PenaltyRigidBody floor;
  floor.mesh = make_shape("box", {{"x", 4.0}, {"y", 4.0}, {"z", 1.0}});
  floor.world_from_mesh.translation.z() = -0.5;
  floor.is_fixed = true;
  return floor;
}

TEST(V4_PenaltyWorld, ABodyFallsFreely) {
  PenaltyWorldOptions options;
  options.time_step = 1e-3;
  PenaltyWorld world(options);
  PenaltyRigidBody body;
  body.mesh = make_shape("gear");
  body.velocity = {1.0, 0.0, 2.0};
  const std::size_t k = world.add(body);
  const double height = world.centre_of_mass(k).z();
  for (int step = 0; step < 500; ++step) world.step();
  EXPECT_NEAR(world.velocity(k).z(), 2.0 - 9.81 * 0.5, 1e-9);
  EXPECT_NEAR(world.centre_of_mass(k).x(), 0.5, 1e-9);
  EXPECT_NEAR(world.centre_of_mass(k).z() - height, 2.0 * 0.5 - 0.5 * 9.81 * 0.25, 5e-3);
}

TEST(V4_PenaltyWorld, AFreeSpinKeepsItsMomentum) {
  PenaltyWorldOptions options;
  options.gravity = Vec3::Zero();
  PenaltyWorld world(options);
  PenaltyRigidBody body;
  body.mesh = make_shape("box", {{"x", 1.0}, {"y", 0.6}, {"z", 0.2}});
  body.angular_velocity = {3.0, 0.1, 2.0};
  world.add(body);
  const double before = world.energy().kinetic;
  for (int step = 0; step < 1000; ++step) world.step();
  EXPECT_NEAR(world.energy().kinetic / before, 1.0, 0.1) << "ten seconds of tumbling";
}

TEST(V4_PenaltyWorld, ABoxComesToRestWhereWeightAndPressureBalance) {
  PenaltyWorldOptions options;
  options.stiffness = 1e5;
  options.damping = 1e3;
  options.viscosity = 10.0;
  PenaltyWorld world(options);
  world.add(fixed_floor());
  PenaltyRigidBody box;
  box.mesh = make_shape("box", {{"x", 0.5}, {"y", 0.5}, {"z", 0.5}});
  box.world_from_mesh.translation = {0.1, 0.0, 0.4};
  const std::size_t k = world.add(box);
  for (int step = 0; step < 500; ++step) EXPECT_TRUE(world.step().is_converged);
  // k V A = m g with V = A d, A = 1/4.
  const double depth = 9.81 / (1e5 * 0.25 * 0.25);
  EXPECT_NEAR(world.centre_of_mass(k).z(), 0.25 - depth, 1e-4);
  EXPECT_LT(world.energy().kinetic, 1e-8);
}

TEST(V5_PenaltyWorld, BodiesThatStartDeepInEachOtherPartAndSettle) {
  PenaltyWorldOptions options;
  options.gravity = Vec3::Zero();
  options.stiffness = 1e5;
  PenaltyWorld world(options);
  PenaltyRigidBody ball;
  ball.mesh = make_shape("icosphere", {{"triangles", 1280}, {"radius", 0.5}});
  world.add(ball);
  ball.world_from_mesh.translation = {0.3, 0.1, 0.05};
  world.add(ball);
  const PenaltyStep first = world.step();
  EXPECT_GT(first.overlap_volume, 0.2);
  PenaltyStep last;
  double most = 0.0;
  for (int step = 0; step < 200; ++step) {
    last = world.step();
    most = std::max(most, world.energy().kinetic);
  }
  EXPECT_EQ(last.contacts, 0);
  EXPECT_LT(most, 0.5 * 1e5 * first.overlap_volume * first.overlap_volume)
      << "no more than the pressure held";
  const Vec3 sum = world.velocity(0) + world.velocity(1);
  EXPECT_LT(sum.norm(), 1e-6 * world.velocity(0).norm()) << "opposed";
}

TEST(V4_PenaltyWorld, ASoftBallBouncesOnTheFloorAndKeepsItsForm) {
  PenaltyWorldOptions options;
  options.stiffness = 1e6;
  options.viscosity = 5.0;
  PenaltyWorld world(options);
  world.add(fixed_floor());
  PenaltySpringBody ball;
  const TriangleMesh unit = make_shape("icosphere", {{"triangles", 320}, {"radius", 0.4}});
  std::vector<Vec3> raised;
  for (const Vec3& v : unit.vertices()) raised.push_back(v + Vec3(0.0, 0.0, 0.8));
  ball.mesh = TriangleMesh(raised, {unit.triangles().begin(), unit.triangles().end()});
  ball.springs = springs_of(ball.mesh, 200.0, 0.5);
  const std::size_t k = world.add(ball);
  double lowest = 1.0;
  int not_converged = 0;
  for (int step = 0; step < 300; ++step) {
    not_converged += world.step().is_converged ? 0 : 1;
    lowest = std::min(lowest, world.centre_of_mass(k).z());
  }
  EXPECT_EQ(not_converged, 0);
  EXPECT_LT(lowest, 0.39) << "it is pressed together";
  EXPECT_GT(world.centre_of_mass(k).z(), 0.2) << "and does not fall through";
  for (const Vec3& v : world.vertices(k)) {
    EXPECT_LT((v - world.centre_of_mass(k)).norm(), 0.6);
  }
}

/// A ring that hangs in a fixed one.
struct Rings {
  static constexpr double kRadius = 0.4, kTube = 0.08;
  PenaltyWorld world;

  explicit Rings(int pixels, double tilt = 0.0) : world(options(pixels)) {
    const TriangleMesh torus =
        make_shape("torus", {{"radius", kRadius}, {"tube", kTube}, {"triangles", 1000}});
    PenaltyRigidBody ring;
    ring.mesh = torus;
    // The fixed ring stands upright in the x z plane; the other hangs through it, turned and
    // swung aside, so that it falls, hits and swings.
    ring.world_from_mesh.rotation = rotation_about(Vec3::UnitX(), 0.5 * std::numbers::pi);
    ring.is_fixed = true;
    world.add(ring);
    ring.is_fixed = false;
    ring.world_from_mesh.rotation = rotation_about(Vec3::UnitY(), 0.5 * std::numbers::pi + tilt);
    ring.world_from_mesh.translation = {0.5 * tilt, 0.25, -0.45};
    world.add(ring);
  }

  static PenaltyWorldOptions options(int pixels) {
    PenaltyWorldOptions options;
    options.time_step = 0.01;
    options.stiffness = 2e6;
    options.damping = 1e4;
    options.viscosity = 1e3;
    options.pixels = {pixels, pixels, pixels};
    return options;
  }

  /// How often the moving ring's centre line passes through the fixed ring's disc: linked if odd.
  bool are_linked() const {
    int crossings = 0;
    const Pose fixed_from_ring = inverse(world.pose(0)) * world.pose(1);
    const int n = 720;
    for (int k = 0; k < n; ++k) {
      const auto point = [&](int step) {
        const double angle = 2.0 * std::numbers::pi * step / n;
        return fixed_from_ring * Vec3(kRadius * std::cos(angle), kRadius * std::sin(angle), 0.0);
      };
      const Vec3 p = point(k), q = point(k + 1);
      if ((p.z() > 0.0) == (q.z() > 0.0)) continue;
      const Vec3 at = p + (q - p) * (p.z() / (p.z() - q.z()));
      crossings += at.head<2>().norm() < kRadius ? 1 : 0;
    }
    return crossings % 2 == 1;
  }
};

TEST(V7_Rings, StayLinkedForAMinuteAt32Pixels) {
  Rings rings(32);
  ASSERT_TRUE(rings.are_linked());
  const double start = rings.world.energy().gravity;
  double most = 0.0;
  for (int step = 0; step < 6000; ++step) {
    rings.world.step();
    most = std::max(most, rings.world.energy().kinetic);
    ASSERT_TRUE(rings.are_linked()) << "after " << rings.world.time() << " s";
  }
  EXPECT_LT(most, 9.81 * 0.4) << "not more than a fall of the ring's radius";
  EXPECT_LT(rings.world.energy().gravity, start + 1e-6);
  EXPECT_LT(rings.world.energy().kinetic, 0.2 * most) << "implicit Euler lets it come to rest";
}

TEST(V7_Rings, HaveBoundedEnergyAt2Pixels) {
  for (const double tilt : {0.0, 0.02, 0.04, 0.06}) {
    Rings rings(2, tilt);
    double most = 0.0;
    for (int step = 0; step < 6000; ++step) {
      rings.world.step();
      most = std::max(most, rings.world.energy().kinetic);
      ASSERT_TRUE(rings.are_linked()) << tilt << " after " << rings.world.time() << " s";
    }
    EXPECT_LT(most, 9.81 * 0.4) << "not more than a fall of the ring's radius";
  }
}

TEST(V4_PenaltyWorld, RefusesWhatItCannotMove) {
  PenaltyWorldOptions options;
  options.time_step = 0.0;
  EXPECT_THROW(PenaltyWorld{options}, InputError);
  PenaltyWorld world;
  PenaltyRigidBody body;
  EXPECT_THROW(world.add(body), InputError);
  body.mesh = make_shape("box");
  body.mass = -1.0;
  EXPECT_THROW(world.add(body), InputError);
  PenaltySpringBody soft;
  soft.mesh = make_shape("box");
  soft.springs = {{0, 99, 1.0, 0.0}};
  EXPECT_THROW(world.add(soft), InputError);
}

}  // namespace
}  // namespace graze
