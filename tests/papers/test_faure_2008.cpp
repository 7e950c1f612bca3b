// SPDX-License-Identifier: MIT
// What Faure, Barbier, Allard and Falipou 2008 print, beside the curves of figure 6
// (tests/query/test_overlap_force.cpp) and the rings of figure 10 (tests/dynamics).      [V3, V7]
#include <gtest/gtest.h>

#include <cmath>

#include "graze/dynamics/world.h"
#include "graze/geometry/shapes.h"
#include "graze/math/rotation.h"
#include "graze/query/overlap_volume.h"

namespace graze {
namespace {
/// The cube's corner that points down, turned so that the body's diagonal is upright.
Mat3 on_its_corner() {
  const Vec3 diagonal = Vec3::Ones().normalized();
  const Vec3 axis = diagonal.cross(Vec3::UnitZ());
  return rotation_about(axis, std::acos(diagonal.z()));
}

// Section 3.1: "the net forces applied to each object are necessarily opposed".
TEST(V3_Faure2008, NetForcesAreOpposed) {
  const DepthSurface cube(make_shape("box"));
  const Pose pose{on_its_corner(), {0.03, 0.02, 1.2}};
  const OverlapVolume overlap = overlap_volume({cube, {}}, {cube, pose});
  ASSERT_GT(overlap.volume, 0.0);
  const Vec3 sum = overlap.sides[0].rigid.linear + overlap.sides[1].rigid.linear;
  EXPECT_LT(sum.norm(), 1e-14);
}

// Section 3.2: "the gradient is independent of the directions used to build the LDIs, up to
// sampling artifacts".
TEST(V2_Faure2008, GradientDoesNotDependOnTheDirections) {
  const DepthSurface cube(make_shape("box"));
  const Pose pose{on_its_corner(), {0.1, 0.05, 0.9}};
  DepthOptions options;
  options.pixels = {256, 256, 256};
  const Vec3 straight = overlap_volume({cube, {}}, {cube, pose}, options).sides[1].rigid.linear;
  for (int k = 1; k < 6; ++k) {
    const Pose turned{rotation_about({1.0, 0.3, -0.4}, 0.25 * k), Vec3::Zero()};
    const OverlapVolume overlap = overlap_volume({cube, turned}, {cube, turned * pose}, options);
    const Vec3 back = turned.rotation.transpose() * overlap.sides[1].rigid.linear;
    EXPECT_LT((back - straight).norm(), 0.01 * straight.norm()) << k;
  }
}

constexpr double kHeight = 1.3660254037844386;  // of the upper cube's centre: (1 + sqrt 3) / 2

/// A unit cube of unit mass on its corner, tilted about it, on the top of a fixed one.
World cube_on_cube(const WorldOptions& options, double tilt) {
  World world(options);
  WorldBody cube;
  cube.body.name = "fixed";
  cube.body.shape = Shape::from_mesh(make_shape("box"));
  cube.role = Role::kStatic;
  world.add(cube);
  cube.role = Role::kDynamic;
  cube.body.name = "upper";
  const Mat3 turn = rotation_about(Vec3::UnitX(), tilt) * on_its_corner();
  const Vec3 corner = turn * Vec3::Constant(-0.5);
  cube.body.motion = Motion::still({turn, Vec3(0.0, 0.0, 0.5) - corner});
  world.add(cube);
  return world;
}

/// How far it has tipped, in radians.
double tipped(const World& world) {
  const Vec3 up = world.state(BodyId(1)).pose.rotation * Vec3::Ones().normalized();
  return std::atan2(up.head<2>().norm(), up.z());
}

WorldOptions corner_by_rows() {
  WorldOptions options;
  options.step = 1e-3;
  options.contact = ContactMode::kVolume;
  options.material.friction = 0.8;
  return options;
}

/// Seconds until a unit cube of unit mass that stands on its corner has tipped by eight degrees.
double balanced_seconds(int pixels, double& deepest) {
  WorldOptions options;
  options.step = 1e-3;
  options.contact = ContactMode::kPenalty;
  options.volume.stiffness = 1e10;
  options.volume.pixels = pixels;
  options.volume.zoom = false;  // as the paper draws it
  World world = cube_on_cube(options, 0.0);
  while (world.time() < 3.0) {
    world.step();
    const Pose& pose = world.state(BodyId(1)).pose;
    if ((pose.rotation * Vec3::Ones().normalized()).z() < 0.99) break;
    deepest = std::max(deepest, kHeight - (pose * world.mass(BodyId(1)).centre).z());
  }
  return world.time();
}

// Section 5 and figure 8, left, with the paper's dt = 0.001 and k = 1e10. The paper balances "a few
// seconds" at 256 x 256; here the cube stands for about one, longer with more pixels.
TEST(V7_Faure2008, ACubeBalancesOnItsCornerLongerWithMorePixels) {
  double deepest = 0.0;
  const double coarse = balanced_seconds(32, deepest);
  const double medium = balanced_seconds(64, deepest);
  const double fine = balanced_seconds(128, deepest);
  EXPECT_LT(coarse, medium);
  EXPECT_LT(medium, fine);
  EXPECT_GT(fine, 0.9);
  EXPECT_LT(deepest, 0.03) << "no visible intersection";
}

// The same by rows: it falls as the pendulum that it is. Its inertia about the corner is 11/12, its
// centre sqrt(3)/2 above: the rate is sqrt(g (sqrt(3)/2) / (11/12)) = 3.04 1/s.
TEST(V7_Faure2008, ATiltedCubeOnItsCornerFallsAsAPendulum) {
  const double tilt = 1e-3, rate = std::sqrt(9.81 * 0.5 * std::sqrt(3.0) / (11.0 / 12.0));
  World world = cube_on_cube(corner_by_rows(), tilt);
  for (int k = 1; k <= 15; ++k) {
    for (int step = 0; step < 100; ++step) world.step();
    const double expected = tilt * std::cosh(rate * world.time());
    EXPECT_NEAR(tipped(world), expected, 0.1 * expected) << "at " << world.time() << " s";
  }
}

TEST(V7_Faure2008, ACubeThatStandsExactlyStandsLongerThanAFewSeconds) {
  World world = cube_on_cube(corner_by_rows(), 0.0);
  while (world.time() < 5.0 && tipped(world) < 0.14) world.step();
  EXPECT_GE(world.time(), 5.0);
}

}  // namespace
}  // namespace graze
