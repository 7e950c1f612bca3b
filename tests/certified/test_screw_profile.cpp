// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "graze/geometry/shapes.h"
#include "graze/methods/certified.h"
#include "methods/certified/screw_profile.h"
#include "support/ccd_queries.h"
#include "support/trials.h"

namespace graze::certified {
namespace {

using test::random_direction;
using test::random_rotation;
using test::random_vector;
using test::uniform;

double radius_of(const TriangleMesh& mesh) {
  return mesh.bounds().lo.cwiseAbs().cwiseMax(mesh.bounds().hi.cwiseAbs()).norm() * (1.0 + 1e-12);
}

ProfileInput input_of(const TriangleMesh& a, const Motion& motion_a, const TriangleMesh& b,
                      const Motion& motion_b) {
  ProfileInput input{&a, &b, {}, {0.0, 1.0}};
  input.pair.motion_a = motion_a;
  input.pair.motion_b = motion_b;
  input.pair.radius_a = radius_of(a);
  input.pair.radius_b = radius_of(b);
  return input;
}

TriangleMesh shifted(const TriangleMesh& mesh, const Vec3& by) {
  std::vector<Vec3> vertices(mesh.vertices().begin(), mesh.vertices().end());
  for (Vec3& vertex : vertices) vertex += by;
  return TriangleMesh(std::move(vertices), {mesh.triangles().begin(), mesh.triangles().end()});
}

Corners placed(const Pose& pose, const Corners& c) {
  return {pose * c[0], pose * c[1], pose * c[2]};
}

TriangleDistance nearest(const TriangleMesh& a, const Pose& pose_a, const TriangleMesh& b,
                         const Pose& pose_b) {
  TriangleDistance best;
  best.distance_sq = kInfinity;
  for (std::size_t i = 0; i < a.triangles().size(); ++i) {
    for (std::size_t j = 0; j < b.triangles().size(); ++j) {
      const TriangleDistance found =
          triangle_distance(placed(pose_a, a.corners(i)), placed(pose_b, b.corners(j)));
      if (found.distance_sq < best.distance_sq) best = found;
    }
  }
  return best;
}

Motion random_screw(std::mt19937_64& random, double size) {
  const double turns = uniform(random, 0.0, 1.0) < 0.3 ? 20.0 : 2.0 * std::numbers::pi;
  const double pitch = uniform(random, 0.0, 1.0) < 0.3 ? 0.0 : uniform(random, -0.5, 0.5);
  return Motion::screw({.begin = {random_rotation(random), random_vector(random, size)},
                        .point = random_vector(random, size),
                        .axis = random_direction(random),
                        .angle = turns * uniform(random, -1.0, 1.0),
                        .slide = size * pitch});
}

// A few triangles; b is shifted so that it touches a at a random time.
TEST(C4_ScrewProfile, BodiesThatTouchAreNeverProvedApart) {
  const std::size_t count = test::trials(100'000);
  for (std::size_t trial = 0; trial < count; ++trial) {
    std::mt19937_64 random = test::generator(trial);
    const double size = std::pow(10.0, uniform(random, -3.0, 3.0));
    const double fine = std::pow(10.0, uniform(random, -2.0, 0.0));
    const auto soup = [&] {
      return test::random_soup(random, {.triangles = 1 + random() % 4,
                                        .scale = size * uniform(random, 0.02, 1.0),
                                        .offset = random_vector(random, size),
                                        .triangle_size = fine});
    };
    const TriangleMesh a = soup(), apart = soup();
    const Motion still = Motion::still({random_rotation(random), random_vector(random, size)});
    const Motion screw = random_screw(random, size);
    const double t = uniform(random, 0.0, 1.0);
    const Pose pose = pose_at(screw, t);
    const TriangleDistance near = nearest(a, pose_at(still, t), apart, pose);
    const Vec3 shift = near.point_a - near.point_b;
    const TriangleMesh b = shifted(apart, pose.rotation.transpose() * shift);
    const bool swap = uniform(random, 0.0, 1.0) < 0.5;
    ProfileInput input = swap ? input_of(b, screw, a, still) : input_of(a, still, b, screw);
    input.pair.gap = 1e-12 * size;  // what the shift may be off by
    ASSERT_FALSE(apart_by_profile(input, static_cast<int>(trial % 2))) << "trial " << trial;
  }
}

TEST(C4_ScrewProfile, ShaftsTurnInHolesAndNutsOnBolts) {
  const Motion turn = Motion::screw({.angle = 40.0 * std::numbers::pi});
  const Motion screw = Motion::screw({.angle = 2.0 * std::numbers::pi, .slide = 0.1});
  const TriangleMesh shaft = make_shape("shaft"), hole = make_shape("hole");
  const TriangleMesh bolt = make_shape("bolt");
  const TriangleMesh nut = make_shape("nut", {{"clearance", 0.0025}});
  EXPECT_TRUE(apart_by_profile(input_of(hole, Motion(), shaft, turn), 0));
  EXPECT_TRUE(apart_by_profile(input_of(shaft, turn, hole, Motion()), 0));
  EXPECT_TRUE(apart_by_profile(input_of(bolt, Motion(), nut, screw), 0));
}

TEST(C4_ScrewProfile, OtherMotionsOfThemAreNotProved) {
  const TriangleMesh bolt = make_shape("bolt"), hole = make_shape("hole");
  const TriangleMesh nut = make_shape("nut", {{"clearance", 0.0025}});
  const TriangleMesh shaft = make_shape("shaft");
  const double turn = 2.0 * std::numbers::pi;
  for (const double slide : {-0.1, 0.0, 0.09, 0.11, 0.2}) {
    const Motion wrong = Motion::screw({.angle = turn, .slide = slide});
    EXPECT_FALSE(apart_by_profile(input_of(bolt, Motion(), nut, wrong), 0)) << slide;
  }
  const Motion off = Motion::screw({.point = {0.01, 0, 0}, .angle = turn});
  EXPECT_FALSE(apart_by_profile(input_of(hole, Motion(), shaft, off), 0));
  const Motion slip = Motion::composed(Motion::screw({.axis = {1, 0, 0}, .slide = 0.05}),
                                       Motion::screw({.angle = turn}));
  EXPECT_FALSE(apart_by_profile(input_of(hole, Motion(), shaft, slip), 0));
  EXPECT_FALSE(apart_by_profile(input_of(hole, slip, shaft, Motion::screw({.angle = turn})), 0));
  ProfileInput wide = input_of(hole, Motion(), shaft, Motion::screw({.angle = turn}));
  wide.pair.gap = 0.0026;
  EXPECT_FALSE(apart_by_profile(wide, 0));
}

TEST(C4_ScrewProfile, AFullTurnOfANutTakesFewTests) {
  const WideObbTree bolt(build_obb_tree(make_shape("bolt"), {.leaf_triangles = 1}));
  const WideObbTree nut(
      build_obb_tree(make_shape("nut", {{"clearance", 0.0025}}), {.leaf_triangles = 1}));
  const Motion screw = Motion::screw({.angle = 2.0 * std::numbers::pi, .slide = 0.1});
  CertifiedOptions options;
  options.tolerance = 2.5e-4;
  const ContactReport report = first_contact_certified({bolt, Motion()}, {nut, screw}, options);
  EXPECT_EQ(report.outcome, Outcome::kSeparated);
  EXPECT_EQ(report.time, (Interval{0.0, 1.0}));
  EXPECT_LT(report.stats.wide_tests, 8000u);
}

}  // namespace
}  // namespace graze::certified
