// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>

#include "graze/base/error.h"
#include "graze/geometry/shapes.h"
#include "graze/geometry/triangle_distance.h"
#include "graze/methods/bisection.h"
#include "graze/methods/certified.h"
#include "support/ccd_queries.h"
#include "support/trials.h"

namespace graze {
namespace {

WideObbTree tree_of(const TriangleMesh& mesh) {
  return WideObbTree(build_obb_tree(mesh, {.leaf_triangles = 1}));
}

TriangleMesh box_mesh(double x, double y, double z) {
  return make_shape("box", {{"x", x}, {"y", y}, {"z", z}});
}

Motion shift(const Vec3& from, const Vec3& to) {
  return Motion::between({Mat3::Identity(), from}, {Mat3::Identity(), to});
}

// Smallest distance of two meshes at given poses, pair by pair.
double brute_distance(const TriangleMesh& a, const Pose& pose_a, const TriangleMesh& b,
                      const Pose& pose_b) {
  double least = std::numeric_limits<double>::infinity();
  const auto place = [](const Pose& pose, const Corners& c) {
    return Corners{pose * c[0], pose * c[1], pose * c[2]};
  };
  for (std::size_t i = 0; i < a.triangles().size(); ++i) {
    const Corners at = place(pose_a, a.corners(i));
    for (std::size_t j = 0; j < b.triangles().size(); ++j) {
      least = std::min(least, triangle_distance(at, place(pose_b, b.corners(j))).distance());
    }
  }
  return least;
}

TEST(C9_Certified, TwoCubesMeetAtTheClosedFormTime) {
  const WideObbTree cube = tree_of(box_mesh(1, 1, 1));
  const ContactReport report = first_contact_certified(
      {cube, Motion::still({})}, {cube, shift({3, 0.1, 0.2}, {0, 0.1, 0.2})}, {.tolerance = 1e-9});
  ASSERT_EQ(report.outcome, Outcome::kContact);
  EXPECT_LE(report.time.lo, 2.0 / 3.0);
  EXPECT_NEAR(report.time.hi, 2.0 / 3.0, 1e-9);
  ASSERT_EQ(report.contacts.size(), 1u);
  EXPECT_NEAR(report.contacts[0].normal.x(), 1.0, 1e-9);
  EXPECT_NEAR(report.contacts[0].point.x(), 0.5, 1e-8);
  EXPECT_NEAR(report.closing_speed, 3.0, 1e-9);
  EXPECT_EQ(report.start, StartState::kApart);
}

TEST(C4_Certified, SpinningRodIsNotMissedBetweenEndPoses) {
  // Half a turn about z: both end poses are far from the peg, the middle hits it.
  const WideObbTree rod = tree_of(box_mesh(2, 0.1, 0.1));
  const WideObbTree peg = tree_of(box_mesh(0.1, 0.1, 0.1));
  Motion::ScrewParameters turn;
  turn.axis = Vec3::UnitZ();
  turn.angle = M_PI;
  const Motion spin = Motion::screw(turn);
  const ContactReport report = first_contact_certified(
      {peg, Motion::still({Mat3::Identity(), {0, 0.9, 0}})}, {rod, spin}, {.tolerance = 1e-8});
  ASSERT_EQ(report.outcome, Outcome::kContact);
  // The rod's leading face (0.05 ahead of its middle line) reaches the peg's lower right corner.
  const double corner = std::atan2(0.85, 0.05), reach = std::hypot(0.85, 0.05);
  EXPECT_NEAR(report.time.hi * M_PI, corner - std::asin(0.05 / reach), 1e-7);
}

TEST(C4_Certified, AMissByLittleIsSeparatedAndAHitByLittleIsNot) {
  const WideObbTree cube = tree_of(box_mesh(1, 1, 1));
  for (const double gap : {1e-3, 1e-6, 1e-9, 1e-11}) {
    const Motion pass = shift({-3, 1.0 + gap, 0}, {3, 1.0 + gap, 0});
    const ContactReport report =
        first_contact_certified({cube, Motion::still({})}, {cube, pass}, {.tolerance = 0.5 * gap});
    EXPECT_EQ(report.outcome, Outcome::kSeparated) << gap;
    const Motion hit = shift({-3, 1.0 - gap, 0}, {3, 1.0 - gap, 0});
    EXPECT_EQ(
        first_contact_certified({cube, Motion::still({})}, {cube, hit}, {.tolerance = 0.5 * gap})
            .outcome,
        Outcome::kContact)
        << gap;
  }
}

TEST(C9_Certified, DistanceAtTheUpperEndIsWithinToleranceAndNothingTouchesBefore) {
  const TriangleMesh mesh = test::unit_mesh(make_shape("l_bracket", {{"triangles", 80}}));
  const WideObbTree tree = tree_of(mesh);
  int contacts = 0;
  const std::size_t count = test::trials(400);
  for (std::size_t trial = 0; trial < count; ++trial) {
    std::mt19937_64 random = test::generator(trial);
    const Motion motion = test::big_motion(random);
    const ContactReport report =
        first_contact_certified({tree, Motion::still({})}, {tree, motion}, {.tolerance = 1e-5});
    ASSERT_NE(report.outcome, Outcome::kUndecided);
    const double end = report.outcome == Outcome::kContact ? report.time.lo : 1.0;
    for (int k = 0; k < 8; ++k) {
      const double t = end * test::uniform(random, 0.9, 1.0);
      if (t >= end) continue;
      EXPECT_GT(brute_distance(mesh, {}, mesh, pose_at(motion, t)), 0.0) << trial;
    }
    if (report.outcome != Outcome::kContact) continue;
    ++contacts;
    EXPECT_LE(brute_distance(mesh, {}, mesh, pose_at(motion, report.time.hi)), 1e-5) << trial;
  }
  EXPECT_GT(contacts, 0);
}

TEST(C7_Certified, WideAndPortableInstructionsGiveTheSameBits) {
  const WideObbTree tree = tree_of(test::unit_mesh(make_shape("blob", {{"triangles", 5000}})));
  const std::size_t count = test::trials(400);
  for (std::size_t trial = 0; trial < count; ++trial) {
    std::mt19937_64 random = test::generator(trial);
    const Motion motion = test::big_motion(random);
    const CertifiedBody a{tree, Motion::still({})}, b{tree, motion};
    const ContactReport wide = first_contact_certified(a, b, {.tolerance = 1e-4});
    const ContactReport portable =
        first_contact_certified(a, b, {.tolerance = 1e-4, .portable = true});
    ASSERT_EQ(wide.outcome, portable.outcome);
    ASSERT_EQ(wide.time, portable.time);
    ASSERT_EQ(wide.stats.box_tests, portable.stats.box_tests);
    ASSERT_EQ(wide.stats.iterations, portable.stats.iterations);
  }
}

TEST(C9_Certified, SwappingTheBodiesOrMovingBothGivesOverlappingBrackets) {
  const WideObbTree gear = tree_of(test::unit_mesh(make_shape("gear")));
  const WideObbTree blob = tree_of(test::unit_mesh(make_shape("blob", {{"triangles", 2000}})));
  const std::size_t count = test::trials(400);
  for (std::size_t trial = 0; trial < count; ++trial) {
    std::mt19937_64 random = test::generator(trial);
    const Motion motion = test::big_motion(random);
    const CertifiedOptions options{.tolerance = 1e-6};
    const auto direct = first_contact_certified({gear, Motion::still({})}, {blob, motion}, options);
    const auto swapped =
        first_contact_certified({blob, motion}, {gear, Motion::still({})}, options);
    const Pose frame{test::random_rotation(random), 10.0 * test::random_direction(random)};
    const auto moved = first_contact_certified({gear, Motion::still(frame)},
                                               {blob, Motion::placed(frame, motion, {})}, options);
    ASSERT_EQ(direct.outcome, swapped.outcome) << trial;
    ASSERT_EQ(direct.outcome, moved.outcome) << trial;
    EXPECT_NEAR(direct.time.hi, swapped.time.hi, 1e-5) << trial;
    EXPECT_NEAR(direct.time.hi, moved.time.hi, 1e-5) << trial;
  }
}

// A cube of size 1 on a slab whose top is z = 0, `gap` above it.
ContactReport rest(double gap, const Pose& end, double tolerance = 1e-4) {
  static const WideObbTree cube = tree_of(box_mesh(1, 1, 1));
  static const WideObbTree slab = tree_of(box_mesh(8, 8, 1));
  const Pose begin{Mat3::Identity(), {0, 0, 0.5 + gap}};
  return first_contact_certified({slab, Motion::still({Mat3::Identity(), {0, 0, -0.5}})},
                                 {cube, Motion::between(begin, begin * end)},
                                 {.tolerance = tolerance});
}

TEST(C9_StartInContact, LiftingSlidingSpinningAndTippingAreFree) {
  const Mat3 spin = Eigen::AngleAxisd(0.7, Vec3::UnitZ()).toRotationMatrix();
  const Mat3 tip = Eigen::AngleAxisd(-0.3, Vec3::UnitY()).toRotationMatrix();
  const Vec3 edge(-0.5, 0, -0.5);
  for (const double gap : {0.0, 5e-5, -1e-6, -3e-5}) {
    for (const Pose& end : {Pose{Mat3::Identity(), {0, 0, 1}}, Pose{Mat3::Identity(), {1, 0.5, 0}},
                            Pose{spin, {0, 0, 0}}, Pose{spin, {0.4, 0, 0.1}},
                            Pose{tip, edge - tip * edge}, Pose{Mat3::Identity(), {2, 0, 1e-5}}}) {
      const ContactReport report = rest(gap, end);
      EXPECT_EQ(report.outcome, Outcome::kSeparated) << gap << " " << end.translation.transpose();
      EXPECT_EQ(report.start, StartState::kTouching);
    }
  }
}

TEST(C9_StartInContact, PressingIsStoppedBeforeItIsDeep) {
  for (const double gap : {0.0, 5e-5, -1e-6, -3e-5}) {
    for (const double press : {0.01, 1.0}) {
      const ContactReport report = rest(gap, {Mat3::Identity(), {0.3, 0, -press}});
      ASSERT_EQ(report.outcome, Outcome::kContact) << gap;
      EXPECT_EQ(report.start, StartState::kTouching);
      EXPECT_GT(report.time.hi, 0.0) << "a step is never of no length";
      EXPECT_LE(report.time.hi * press - gap, 0.51e-4 + std::max(0.0, -gap));
    }
  }
}

TEST(C9_StartInContact, DeepOverlapIsReportedAsSuch) {
  const ContactReport report = rest(-0.1, {Mat3::Identity(), {0, 0, 1}});
  EXPECT_EQ(report.outcome, Outcome::kOverlapAtStart);
  EXPECT_EQ(report.start, StartState::kOverlapping);
  EXPECT_FALSE(report.contacts.empty());
}

TEST(C9_Certified, StopsAtTheWantedClearance) {
  const WideObbTree cube = tree_of(box_mesh(1, 1, 1));
  const ContactReport report = first_contact_certified({cube, Motion::still({}), 0.05},
                                                       {cube, shift({3, 0, 0}, {0, 0, 0}), 0.03},
                                                       {.tolerance = 1e-8, .min_separation = 0.02});
  ASSERT_EQ(report.outcome, Outcome::kContact);
  EXPECT_NEAR(report.time.hi, 1.9 / 3.0, 1e-8);
}

TEST(C9_Certified, BudgetAndCancelGiveASureTime) {
  const WideObbTree tree = tree_of(test::unit_mesh(make_shape("blob", {{"triangles", 5000}})));
  std::mt19937_64 random(7);
  const CertifiedBody a{tree, Motion::still({})}, b{tree, test::big_motion(random)};
  const ContactReport full = first_contact_certified(a, b, {.tolerance = 1e-6});
  const ContactReport part =
      first_contact_certified(a, b, {.tolerance = 1e-6, .budget = {.max_tests = 40}});
  ASSERT_EQ(part.outcome, Outcome::kUndecided);
  EXPECT_LE(part.time.lo, full.time.hi);
  EXPECT_EQ(part.undecided, Undecided::kBudgetOfTests);
  const std::atomic<bool> stop{true};
  const ContactReport stopped =
      first_contact_certified(a, b, {.tolerance = 1e-6, .budget = {.cancel = &stop}});
  EXPECT_EQ(stopped.outcome, Outcome::kUndecided);
}

TEST(C9_Certified, AStalePairFromALargerMeshIsLeftAlone) {
  const WideObbTree cube = tree_of(box_mesh(1, 1, 1));
  const CertifiedBody a{cube, Motion::still({})}, b{cube, shift({3, 0.1, 0.2}, {0, 0.1, 0.2})};
  for (const std::uint32_t stale : {12u, 4000u, 0xffffffffu}) {
    for (const TrianglePairId pair : {TrianglePairId{TriangleId(stale), TriangleId(0)},
                                      TrianglePairId{TriangleId(0), TriangleId(stale)}}) {
      const ContactReport report =
          first_contact_certified(a, b, {.tolerance = 1e-9, .likely_first = pair});
      ASSERT_EQ(report.outcome, Outcome::kContact);
      EXPECT_NEAR(report.time.hi, 2.0 / 3.0, 1e-9);
    }
  }
}

TEST(C9_Certified, WarmStartDoesNotChangeTheAnswerAndCostsLess) {
  const WideObbTree tree = tree_of(test::unit_mesh(make_shape("blob", {{"triangles", 5000}})));
  std::mt19937_64 random(3);
  const CertifiedBody a{tree, Motion::still({})}, b{tree, test::big_motion(random)};
  const ContactReport cold = first_contact_certified(a, b, {.tolerance = 1e-6});
  ASSERT_EQ(cold.outcome, Outcome::kContact);
  const Contact& contact = cold.contacts.front();
  const ContactReport warm = first_contact_certified(
      a, b,
      {.tolerance = 1e-6,
       .likely_first = TrianglePairId{contact.feature_a.triangle, contact.feature_b.triangle}});
  EXPECT_EQ(warm.outcome, Outcome::kContact);
  EXPECT_NEAR(warm.time.hi, cold.time.hi, 1e-6);
  EXPECT_LE(warm.stats.box_tests, cold.stats.box_tests);
}

TEST(C9_Certified, AnInstantAndAJumpAreLookedAtToo) {
  const WideObbTree cube = tree_of(box_mesh(1, 1, 1));
  const CertifiedBody still{cube, Motion::still({})};
  const CertifiedBody inside{cube, Motion::still({Mat3::Identity(), Vec3(0.5, 0.2, 0.1)})};
  EXPECT_EQ(first_contact_certified(still, inside, {.span = {0.5, 0.5}}).outcome,
            Outcome::kOverlapAtStart);
  const CertifiedBody away{cube, Motion::still({Mat3::Identity(), Vec3(5, 0, 0)})};
  EXPECT_EQ(first_contact_certified(still, away, {.span = {0.5, 0.5}}).outcome,
            Outcome::kSeparated);
  const Motion jump = Motion::path({{0.0, {Mat3::Identity(), Vec3(5, 0, 0)}},
                                    {0.5, {Mat3::Identity(), Vec3(0.5, 0.2, 0.1)}},
                                    {1.0, {Mat3::Identity(), Vec3(5, 0, 0)}}},
                                   Interpolation::kStep);
  for (const double end : {0.5, 1.0}) {
    const ContactReport report = first_contact_certified(still, {cube, jump}, {.span = {0.0, end}});
    ASSERT_EQ(report.outcome, Outcome::kContact) << end;
    EXPECT_EQ(report.time.hi, 0.5);
  }
}

TriangleMesh moved(const TriangleMesh& mesh, const Pose& pose) {
  std::vector<Vec3> vertices;
  for (const Vec3& v : mesh.vertices()) vertices.push_back(pose * v);
  return {std::move(vertices), {mesh.triangles().begin(), mesh.triangles().end()}};
}

// The blade's centre is on the line it turns about, so its box has no radial direction but
// rounding's.
TEST(C4_Certified, ABladeCentredOnItsLineIsNotLostInAnyLayout) {
  int contacts = 0;
  const std::size_t count = test::trials(1500);
  for (std::size_t trial = 0; trial < count; ++trial) {
    std::mt19937_64 random = test::generator(trial);
    const Mat3 turned = test::random_rotation(random);
    const double height = test::uniform(random, 0.5, 20.0),
                 angle = test::uniform(random, 0.0, 6.28);
    const double radius = test::uniform(random, 0.15, 0.35);
    const Vec3 beside(radius * std::cos(angle), radius * std::sin(angle), height);
    const TriangleMesh blade = moved(box_mesh(0.6, 0.02, test::uniform(random, 0.005, 0.3)),
                                     {turned, turned * Vec3(0, 0, height)});
    const TriangleMesh peg = moved(box_mesh(0.02, 0.02, 0.02), {turned, turned * beside});
    Motion::ScrewParameters screw;
    screw.axis = turned.col(2);
    screw.angle = test::uniform(random, 1.2, 6.0);
    const Motion spin = Motion::screw(screw);
    for (const int leaf : {1, 2}) {
      const ObbTree a = build_obb_tree(peg, {.leaf_triangles = leaf});
      const ObbTree b = build_obb_tree(blade, {.leaf_triangles = leaf});
      const ContactReport known =
          first_contact_bisection({a, Motion::still({})}, {b, spin}, {.tolerance = 1e-5});
      if (known.outcome != Outcome::kContact) continue;
      ++contacts;
      for (const int width : {2, 8}) {
        const ContactReport report =
            first_contact_certified({WideObbTree(a, width), Motion::still({})},
                                    {WideObbTree(b, width), spin}, {.tolerance = 1e-5});
        ASSERT_EQ(report.outcome, Outcome::kContact)
            << trial << " leaf " << leaf << " width " << width;
        ASSERT_LE(report.time.lo, known.time.hi + 1e-3) << trial;
      }
    }
  }
  EXPECT_GT(contacts, 0);
}

TEST(C9_Certified, RefusesBadOptions) {
  const WideObbTree cube = tree_of(box_mesh(1, 1, 1));
  const CertifiedBody body{cube, Motion::still({})};
  EXPECT_THROW(first_contact_certified(body, body, {.tolerance = 0.0}), InputError);
  EXPECT_THROW(first_contact_certified(body, body, {.tolerance = NAN}), InputError);
  EXPECT_THROW(first_contact_certified(body, body, {.span = {1.0, 0.0}}), InputError);
  EXPECT_THROW(first_contact_certified(body, body, {.min_separation = -1.0}), InputError);
}

}  // namespace
}  // namespace graze
