// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>

#include "graze/base/error.h"
#include "graze/geometry/shapes.h"
#include "graze/methods/certified.h"
#include "support/ccd_oracle.h"
#include "support/ccd_queries.h"
#include "support/trials.h"

namespace graze {
namespace {

WideObbTree tree_for_clearance(const TriangleMesh& mesh) {
  return WideObbTree(build_obb_tree(mesh, {.leaf_triangles = 1}));
}

TEST(C9_Clearance, CubePassingACubeIsNearestWhereTheClosedFormSays) {
  const WideObbTree cube = tree_for_clearance(make_shape("box"));
  const Motion pass =
      Motion::between({Mat3::Identity(), Vec3(-3, 1.2, 0)}, {Mat3::Identity(), Vec3(3, 1.5, 0)});
  const Clearance clearance =
      clearance_certified({cube, Motion::still({})}, {cube, pass}, {.tolerance = 1e-7});
  // Just before the moving cube's edge is above the still one's: with s the way left in x, the
  // squared distance is s^2 + (0.3 - 0.05 s)^2.
  const double expected = std::sqrt(0.09 - 0.03 * 0.03 / (4.0 * 1.0025));
  EXPECT_LE(clearance.distance.lo, expected);
  EXPECT_GE(clearance.distance.hi, expected);
  EXPECT_LE(clearance.distance.hi - clearance.distance.lo, 1.1e-7);
}

TEST(C9_Clearance, NoSampleIsNearerThanTheLowerEnd) {
  const TriangleMesh mesh = test::unit_mesh(make_shape("l_bracket", {{"triangles", 80}}));
  const WideObbTree tree = tree_for_clearance(mesh);
  const std::size_t count = test::trials(400);
  for (std::size_t trial = 0; trial < count; ++trial) {
    std::mt19937_64 random = test::generator(trial);
    const Motion motion = Motion::placed({Mat3::Identity(), 0.9 * test::random_direction(random)},
                                         test::big_motion(random), {});
    const Clearance clearance =
        clearance_certified({tree, Motion::still({})}, {tree, motion}, {.tolerance = 1e-5});
    ASSERT_NE(clearance.outcome, Outcome::kUndecided);
    const test::OracleBody a{mesh, Motion::still({})}, b{mesh, motion};
    for (int k = 0; k < 40; ++k) {
      const double t = test::uniform(random, 0.0, 1.0);
      ASSERT_GE(test::distance_at(a, b, t), clearance.distance.lo - 1e-12) << trial;
    }
    EXPECT_NEAR(test::distance_at(a, b, clearance.time), clearance.distance.hi, 1e-9) << trial;
    EXPECT_NEAR(clearance.closest.distance, clearance.distance.hi, 1e-12);
  }
}

TEST(C9_Clearance, BodiesThatIntersectAreAtDistanceZeroExactly) {
  const WideObbTree tree = tree_for_clearance(test::unit_mesh(make_shape("l_bracket")));
  for (std::size_t trial = 0, count = test::trials(2000); trial < count; ++trial) {
    std::mt19937_64 random = test::generator(trial);
    const Vec3 far = 10.0 * test::random_direction(random);
    const Mat3 turn = test::random_rotation(random);
    const Pose there{turn, far + 0.2 * test::random_direction(random)};
    const CertifiedBody a{tree, Motion::still({Mat3::Identity(), far})};
    const CertifiedBody b{tree, Motion::still(there)};
    const Clearance clearance = distance_at(a, b, 0.5);
    const ContactReport report = first_contact_certified(a, b, {.tolerance = 1e-9});
    if (report.outcome != Outcome::kOverlapAtStart) continue;  // one inside the other's bend
    EXPECT_EQ(clearance.distance, (Interval{0.0, 0.0})) << trial;
    EXPECT_EQ(clearance.outcome, Outcome::kContact) << trial;
    EXPECT_EQ(clearance_certified(a, b).distance, (Interval{0.0, 0.0})) << trial;
  }
}

TEST(C9_Clearance, DistanceAtAnInstantIsThatOfAllPairs) {
  const TriangleMesh mesh = test::unit_mesh(make_shape("gear"));
  const WideObbTree tree = tree_for_clearance(mesh);
  const std::size_t count = test::trials(100, 5);
  for (std::size_t trial = 0; trial < count; ++trial) {
    std::mt19937_64 random = test::generator(trial);
    const Motion motion = test::big_motion(random);
    const double t = test::uniform(random, 0.0, 1.0);
    const Clearance found = graze::distance_at({tree, Motion::still({})}, {tree, motion}, t);
    const double expected = test::distance_at({mesh, Motion::still({})}, {mesh, motion}, t);
    EXPECT_NEAR(found.distance.hi, expected, 1e-12) << trial;
    EXPECT_EQ(found.outcome == Outcome::kContact, expected == 0.0) << trial;
  }
}

TEST(C9_Clearance, PaddingIsTakenOffAndEmptyShapesAreRefused) {
  const WideObbTree cube = tree_for_clearance(make_shape("box"));
  const CertifiedBody padded{cube, Motion::still({}), 0.25};
  const CertifiedBody other{cube, Motion::still({Mat3::Identity(), Vec3(3, 0, 0)}), 0.25};
  EXPECT_NEAR(graze::distance_at(padded, other, 0.0).distance.hi, 1.5, 1e-12);
  EXPECT_THROW(graze::distance_at(padded, {WideObbTree(), Motion::still({})}, 0.0), InputError);
}

}  // namespace
}  // namespace graze
