// SPDX-License-Identifier: MIT
// `bisection` where the answer is known.
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <numbers>

#include "certified/bisection_cases.h"
#include "graze/base/error.h"
#include "graze/geometry/shapes.h"

namespace graze::test {
namespace {
constexpr double kTolerance = 1e-7;

void expect_contact_at(const ContactReport& report, double t, double speed) {
  ASSERT_EQ(report.outcome, Outcome::kContact) << explanation(report);
  EXPECT_EQ(report.guarantee, Guarantee::kProved);
  EXPECT_EQ(report.method, Method::kBisection);
  EXPECT_LE(report.time.lo, t + 1e-12);
  EXPECT_NEAR(report.time.hi, t, 2.0 * report.tolerance / speed + 1e-12);
  EXPECT_GE(report.time.lo, t - 4.0 * report.tolerance / speed - 1e-12);
}

BisectionCase falling(const TriangleMesh& floor, const TriangleMesh& body, double height) {
  return {{floor, Motion()}, {body, translation({0, 0, height}, {0, 0, -height})}};
}

TEST(C5_Bisection, VertexMeetsFace) {
  const BisectionCase c = falling(one_triangle({-1, -1, 0}, {1, -1, 0}, {0, 1, 0}),
                                  one_triangle({0, 0, 0}, {0.1, 0, 1}, {0, 0.1, 1}), 1.0);
  const ContactReport report = c.run({.tolerance = kTolerance});
  expect_contact_at(report, 0.5, 2.0);
  EXPECT_EQ(report.contacts[0].feature_b.kind, FeatureKind::kVertex);
  EXPECT_EQ(report.contacts[0].feature_b.vertices[0], 0u);
  EXPECT_EQ(report.contacts[0].feature_a.kind, FeatureKind::kFace);
  EXPECT_NEAR(report.contacts[0].normal.z(), 1.0, 1e-9);
  EXPECT_NEAR(report.closing_speed, 2.0, 1e-9);
  EXPECT_NEAR(report.contacts[0].point.norm(), 0.0, 1e-6);
}

TEST(C5_Bisection, FaceMeetsVertex) {
  const BisectionCase c = falling(one_triangle({0, 0, 0}, {0.1, 0, -1}, {0, 0.1, -1}),
                                  one_triangle({-1, -1, 0}, {1, -1, 0}, {0, 1, 0}), 1.0);
  const ContactReport report = c.run({.tolerance = kTolerance});
  expect_contact_at(report, 0.5, 2.0);
  EXPECT_EQ(report.contacts[0].feature_a.kind, FeatureKind::kVertex);
}

TEST(C5_Bisection, EdgesCross) {
  const BisectionCase c = falling(one_triangle({-1, 0, 0}, {1, 0, 0}, {0, 0, -1}),
                                  one_triangle({0, -1, 0}, {0, 1, 0}, {0, 0, 1}), 1.0);
  const ContactReport report = c.run({.tolerance = kTolerance});
  expect_contact_at(report, 0.5, 2.0);
  EXPECT_EQ(report.contacts[0].feature_a.kind, FeatureKind::kEdge);
  EXPECT_EQ(report.contacts[0].feature_b.kind, FeatureKind::kEdge);
}

TEST(C5_Bisection, ParallelEdgesMeet) {
  const BisectionCase c = falling(one_triangle({-1, 0, 0}, {1, 0, 0}, {0, 0, -1}),
                                  one_triangle({-1, 0, 0}, {1, 0, 0}, {0, 0, 1}), 1.0);
  expect_contact_at(c.run({.tolerance = kTolerance}), 0.5, 2.0);
}

TEST(C5_Bisection, SlidingInOnePlaneIsNotLost) {
  const TriangleMesh triangle = one_triangle({0, 0, 0}, {1, 0, 0}, {0, 1, 0});
  const BisectionCase c{{triangle, Motion()}, {triangle, translation({3, 0.1, 0}, {-3, 0.1, 0})}};
  expect_contact_at(c.run({.tolerance = kTolerance}), 2.1 / 6.0, 6.0);
}

TEST(C5_Bisection, SlidingPastInOnePlaneIsFree) {
  const TriangleMesh triangle = one_triangle({0, 0, 0}, {1, 0, 0}, {0, 1, 0});
  const BisectionCase c{{triangle, Motion()}, {triangle, translation({3, 1.01, 0}, {-3, 1.01, 0})}};
  const ContactReport report = c.run({.tolerance = kTolerance});
  EXPECT_EQ(report.outcome, Outcome::kSeparated);
  EXPECT_LT(report.stats.iterations, 20'000u);
}

TEST(C5_Bisection, SlidingJustAboveAPlaneIsFreeAndBounded) {
  const TriangleMesh plate = cube();
  const BisectionCase c{{plate, Motion()}, {plate, translation({2, 0, 1.001}, {-2, 0, 1.001})}};
  const ContactReport report = c.run({.tolerance = 1e-4});
  EXPECT_EQ(report.outcome, Outcome::kSeparated);
  EXPECT_LT(report.stats.iterations, 200'000u);
}

TEST(C5_Bisection, TrianglesWithoutAreaTouch) {
  const TriangleMesh segment = one_triangle({-1, 0, 0}, {1, 0, 0}, {1, 0, 0});
  const TriangleMesh across = one_triangle({0, -1, 0}, {0, 1, 0}, {0, 0.5, 0});
  const TriangleMesh point = one_triangle({0, 0, 0}, {0, 0, 0}, {0, 0, 0});
  const TriangleMesh face = one_triangle({-1, -1, 0}, {1, -1, 0}, {0, 1, 0});
  for (const auto& [a, b] :
       {std::pair(segment, across), std::pair(point, face), std::pair(face, point),
        std::pair(segment, point), std::pair(point, point), std::pair(segment, segment)}) {
    expect_contact_at(falling(a, b, 1.0).run({.tolerance = kTolerance}), 0.5, 2.0);
  }
}

TEST(C4_Bisection, SpinningRodIsNotMissedBetweenEndPoses) {
  const TriangleMesh rod = one_triangle({-2, 0, 0}, {2, 0, 0}, {2, 0.01, 0});
  const TriangleMesh post = one_triangle({0, 1.5, -0.1}, {0, 1.5, 0.1}, {0.01, 1.5, 0.1});
  const Motion half_turn = Motion::screw({.axis = Vec3::UnitZ(), .angle = std::numbers::pi});
  const BisectionCase c{{post, Motion()}, {rod, half_turn}};
  const ContactReport report = c.run({.tolerance = 1e-6});
  ASSERT_EQ(report.outcome, Outcome::kContact);
  EXPECT_NEAR(report.time.hi, 0.5, 0.01);
}

TEST(C4_Bisection, ManyTurnsBesideEachOtherAreFree) {
  const BisectionCase c{{cube(), Motion()},
                        {cube(), Motion::screw({.begin = {Mat3::Identity(), {1.5, 0, 0}},
                                                .point = {1.5, 0, 0},
                                                .axis = {0.1, 0.2, 1.0},
                                                .angle = 100.0})}};
  EXPECT_EQ(c.run({.tolerance = 1e-4}).outcome, Outcome::kSeparated);
}

TEST(C4_Bisection, BothBodiesMove) {
  const BisectionCase c{{cube(), translation({-2, 0, 0}, {0, 0, 0})},
                        {cube(), translation({2, 0, 0}, {0, 0, 0})}};
  expect_contact_at(c.run({.tolerance = kTolerance}), 0.75, 4.0);
}

TEST(C9_Bisection, PaddingBringsTheContactForward) {
  const ObbTree tree = build_obb_tree(cube());
  const MovingTree a{tree, Motion(), 0.1};
  const MovingTree b{tree, translation({3, 0, 0}, {1, 0, 0}), 0.2};
  const ContactReport report = first_contact_bisection(a, b, {.tolerance = kTolerance});
  expect_contact_at(report, (2.0 - 0.3) / 2.0, 2.0);
  EXPECT_NEAR(report.contacts[0].point.x(), 0.6, 1e-6);
  EXPECT_LE(report.contacts[0].distance, kTolerance);
}

TEST(C9_Bisection, AllContactsOfAFlushLandingAreTold) {
  const BisectionCase c = falling(cube(), cube(), 2.0);
  const ContactReport one = c.run({.tolerance = 1e-6});
  const ContactReport all = c.run({.tolerance = 1e-6, .all_contacts = true});
  EXPECT_EQ(one.contacts.size(), 1u);
  EXPECT_GE(all.contacts.size(), 4u);  // two triangles of each face, at least
  for (const Contact& contact : all.contacts) {
    EXPECT_LE(contact.distance, 1e-6);
    EXPECT_NEAR(contact.normal.norm(), 1.0, 1e-9);
  }
}

TEST(C9_Bisection, OverlapAtTheStartIsTold) {
  const BisectionCase c{{cube(), Motion()}, {cube(), translation({0.3, 0.2, 0.7}, {3, 0, 0})}};
  const ContactReport report = c.run({.tolerance = 1e-4});
  EXPECT_EQ(report.outcome, Outcome::kOverlapAtStart);
  EXPECT_EQ(report.start, StartState::kOverlapping);
  EXPECT_EQ(report.time, Interval(0.0, 0.0));
  EXPECT_GT(report.contacts.size(), 1u);
}

TEST(C9_Bisection, TouchingAtTheStartIsAContactThere) {
  const BisectionCase c{{cube(), Motion()}, {cube(), translation({0, 0, 1.00005}, {0, 0, 3})}};
  const ContactReport report = c.run({.tolerance = 1e-4});
  EXPECT_EQ(report.outcome, Outcome::kContact);
  EXPECT_EQ(report.start, StartState::kTouching);
  EXPECT_EQ(report.time, Interval(0.0, 0.0));
  EXPECT_LT(report.closing_speed, 0.0);
}

TEST(C4_Bisection, AJumpIntoTheOtherBodyIsAContactAtTheJump) {
  const auto at = [](double x) { return Pose{Mat3::Identity(), {x, 0.2, 0.1}}; };
  const Motion steps =
      Motion::path({{0.0, at(3.0)}, {0.5, at(0.9)}, {1.0, at(-3.0)}}, Interpolation::kStep);
  const BisectionCase c{{cube(), Motion()}, {cube(), steps}};
  const ContactReport report = c.run({.tolerance = 1e-6});
  ASSERT_EQ(report.outcome, Outcome::kContact);
  EXPECT_EQ(report.time, Interval(0.5, 0.5));
  EXPECT_EQ(report.start, StartState::kApart);
}

TEST(C4_Bisection, AJumpOverTheOtherBodyIsFree) {
  const auto at = [](double x) { return Pose{Mat3::Identity(), {x, 0, 0}}; };
  const Motion steps =
      Motion::path({{0.0, at(3.0)}, {0.5, at(-3.0)}, {1.0, at(-3.0)}}, Interpolation::kStep);
  const BisectionCase c{{cube(), Motion()}, {cube(), steps}};
  EXPECT_EQ(c.run({.tolerance = 1e-6}).outcome, Outcome::kSeparated);
}

TEST(C4_Bisection, PathsAreSearchedPieceByPiece) {
  const auto at = [](double x, double y) { return Pose{Mat3::Identity(), {x, y, 0}}; };
  const Motion path = Motion::path({{0, at(3, 0)}, {1, at(3, 3)}, {2, at(0, 3)}, {3, at(0, 0)}});
  const BisectionCase c{{cube(), Motion()}, {cube(), path}};
  expect_contact_at(c.run({.span = {0.0, 3.0}, .tolerance = kTolerance}), 2.0 + 2.0 / 3.0, 3.0);
}

TEST(C4_Bisection, AnEmptyBodyTouchesNothing) {
  const BisectionCase c{{TriangleMesh(), Motion()}, {cube(), Motion()}};
  EXPECT_EQ(c.run().outcome, Outcome::kSeparated);
}

TEST(C4_Bisection, CancellationIsUndecided) {
  const std::atomic<bool> cancel{true};
  const ContactReport report =
      falling(cube(), cube(), 3.0).run({.tolerance = 1e-6, .budget = {.cancel = &cancel}});
  EXPECT_EQ(report.outcome, Outcome::kUndecided);
  EXPECT_EQ(report.time.lo, 0.0);
}

TEST(C6_Bisection, ToleranceBelowRoundingIsUndecidedNotWrong) {
  const BisectionCase c{{cube(), Motion::still({Mat3::Identity(), {1e9, 0, 0}})},
                        {cube(), translation({1e9, 0.1, 3}, {1e9, 0.2, -3})}};
  const ContactReport report = c.run({.tolerance = 1e-12, .budget = {.max_tests = 1'000'000}});
  EXPECT_EQ(report.outcome, Outcome::kUndecided);
  EXPECT_LE(report.time.lo, 1.0 / 3.0);
  EXPECT_GT(report.time.lo, 0.3);
}

TEST(C4_Bisection, ALargeMeshNeedsFewBoxTests) {
  const TriangleMesh blob = make_shape("blob", {{"triangles", 69'000.0}});
  std::vector<Vec3> vertices;  // scaled to unit diagonal
  for (const Vec3& v : blob.vertices()) vertices.push_back(v / blob.bounds().diagonal());
  const auto triangles = blob.triangles();
  const ObbTree tree = build_obb_tree({vertices, {triangles.begin(), triangles.end()}});
  std::uint64_t tests = 0;
  constexpr int kQueries = 20;
  for (int query = 0; query < kQueries; ++query) {
    std::mt19937_64 random(static_cast<unsigned>(query));
    const Vec3 side = random_vector(random).normalized();
    const Vec3 axis = random_vector(random).normalized();
    const double gap = 0.05 + 0.45 * query / kQueries;
    const Pose begin{random_rotation(random), (0.9 + gap) * side};
    const Mat3 turn = Eigen::AngleAxisd(0.2 + 1.3 * query / kQueries, axis).toRotationMatrix();
    const Pose end{turn * begin.rotation, -begin.translation};
    const ContactReport report = first_contact_bisection(
        {tree, Motion()}, {tree, Motion::between(begin, end)}, {.tolerance = 1e-4});
    EXPECT_EQ(report.outcome, Outcome::kContact);
    tests += report.stats.box_tests;
  }
  EXPECT_LE(tests / kQueries, 12'000u);
}

// A ball is a point, grown. At the last distance that counts, t = 1/2 - sqrt((2 + 1e-6)^2 - 4) / 6.
TEST(C4_Bisection, BallsThatGrazeEachOtherNeedLittleWork) {
  const Vec3 o = Vec3::Zero();
  const ObbTree point = build_obb_tree(one_triangle(o, o, o));
  const Motion motion = translation({2, -3, 0}, {2, 3, 0});
  const ContactReport report =
      first_contact_bisection({point, Motion(), 1.0}, {point, motion, 1.0}, {.tolerance = 1e-6});
  ASSERT_EQ(report.outcome, Outcome::kContact);
  EXPECT_GE(report.time.hi, 0.5 - std::sqrt((2 + 1e-6) * (2 + 1e-6) - 4.0) / 6.0);
  EXPECT_LE(report.time.lo, 0.5);
  EXPECT_LE(report.stats.box_tests, 1'000u);
  EXPECT_LE(report.stats.iterations, 1'000u);
}

TEST(C4_Bisection, RefusesOptionsOutOfRange) {
  const BisectionCase c = falling(cube(), cube(), 2.0);
  EXPECT_THROW(c.run({.tolerance = 0.0}), InputError);
  EXPECT_THROW(c.run({.tolerance = kInfinity}), InputError);
  EXPECT_THROW(c.run({.span = {1.0, 0.0}}), InputError);
  EXPECT_THROW(c.run({.k = 0.0}), InputError);
  const ObbTree tree = build_obb_tree(cube());
  EXPECT_THROW(first_contact_bisection({tree, Motion(), -1.0}, {tree, Motion()}), InputError);
}
}  // namespace
}  // namespace graze::test
