// SPDX-License-Identifier: MIT
// The figures of Zachwieja 1992, each as a question with its right answer.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "graze/geometry/shapes.h"
#include "graze/query/step_contact.h"
#include "support/solids.h"

namespace graze {
namespace {
using test::line;
using test::question;
using test::solid;
using test::still_at;

TEST(K8_Figure1, BallsThatSwapPlacesInOneStepAreCaught) {
  const TriangleMesh ball = make_shape("icosphere", {{"radius", 1.0}, {"triangles", 320}});
  for (const double reach : {3.0, 4.0, 20.0}) {
    const auto left = line({0, 0, 0}, {reach, 0, 0}), right = line({reach, 0, 0}, {0, 0, 0});
    const BacktrackingResult alone =
        first_contact_by_backtracking(solid(ball, left), solid(ball, right));
    EXPECT_EQ(alone.report.outcome, Outcome::kSeparated);
    EXPECT_EQ(alone.report.guarantee, Guarantee::kSampled)
        << "it does not claim what it cannot know";
    const StepContact answer = step_contact(question(ball, left, ball, right));
    EXPECT_EQ(answer.report.outcome, Outcome::kContact);
    EXPECT_EQ(answer.report.guarantee, Guarantee::kProved);
    EXPECT_EQ(answer.report.method, Method::kCertified) << "the answer says who gave it";
    EXPECT_TRUE(answer.handed_over);
    EXPECT_FALSE(answer.report.reason.empty());
    EXPECT_NEAR(answer.report.time.hi, (reach - 2.0) / (2.0 * reach), 0.02);
  }
}

TEST(K8_Figure1, TheThesisNumbersOverlapAtTheEndAndAreFoundByBacktrackingItself) {
  // Radius one, one apart, each moves by two: they end overlapping, in swapped order.
  const TriangleMesh ball = make_shape("icosphere", {{"radius", 1.0}, {"triangles", 320}});
  const auto result = first_contact_by_backtracking(solid(ball, line({0, 0, 0}, {2, 0, 0})),
                                                    solid(ball, line({3, 0, 0}, {1, 0, 0})));
  ASSERT_EQ(result.report.outcome, Outcome::kContact);
  EXPECT_NEAR(result.report.time.hi, 0.25, 0.01);
}

TEST(K3_Figure2, CubeThroughAPlaneMeetsItWithItsLowerCorners) {
  const auto floor = solid(test::box_mesh({4, 4, 0.5}), still_at({0, 0, -0.5}));
  const auto cube = solid(test::box_mesh({1, 1, 1}), line({0, 0, 1.1}, {0, 0, 0.9}));
  const auto result = first_contact_by_backtracking(floor, cube);
  ASSERT_EQ(result.report.outcome, Outcome::kContact);
  EXPECT_LE(result.report.time.lo, 0.5);
  EXPECT_GE(result.report.time.hi, 0.5);
  EXPECT_LE(0.2 * (result.report.time.hi - result.report.time.lo), 1e-6 / 8);
  EXPECT_EQ(result.event.kind, ContactKind::kFaceFace);
  EXPECT_EQ(result.event.contacts.size(), 4u) << "one for each lower corner";
  EXPECT_LT((result.event.centroid - Vec3(0, 0, 0)).norm(), 1e-6);
  EXPECT_LT((result.event.normal - Vec3::UnitZ()).norm(), 1e-9) << "from the floor to the cube";
  EXPECT_EQ(result.work.searches, 1u);
}

TEST(K3_Figure2b, BevelledCubeWhoseLowestVerticesCrossNothingIsRight) {
  const auto floor = solid(test::box_mesh({4, 4, 1.5}), still_at({0, 0, -1.5}));
  const TriangleMesh bevelled = test::bevelled_cube(0.2);
  // Turned by 45 degrees about y a bevel (a quad) is lowest; it sinks so deep that its vertices
  // have no edge through the floor.
  const Mat3 turn = Eigen::AngleAxisd(std::numbers::pi / 4, Vec3::UnitY()).toRotationMatrix();
  const double low = (1.0 + 0.8) / std::sqrt(2.0);
  const Motion fall = Motion::between({turn, {0, 0, low + 0.1}}, {turn, {0, 0, low - 0.4}});
  const auto result = first_contact_by_backtracking(floor, solid(bevelled, fall));
  ASSERT_EQ(result.report.outcome, Outcome::kContact);
  EXPECT_NEAR(result.report.time.hi, 0.2, 1e-5);
  EXPECT_EQ(result.event.kind, ContactKind::kFaceFace);
  EXPECT_LT(result.event.centroid.norm(), 1e-5);
  EXPECT_NEAR(result.event.normal.z(), 1.0, 1e-9);
  EXPECT_EQ(result.work.searches, 1u) << "from the lists alone, without a second search";
}

TEST(K6_Figure3, TraversalRunsOverThreeTrianglesToTheTrueEdge) {
  // A trapezoid top of three triangles, fanned from its first vertex.
  const TriangleMesh block = test::prism({{0, 0}, {3, 0}, {4, 1}, {2.5, 2}, {0.5, 2}}, 1.0, 0);
  // A thin upright needle, its top above the block's top, slides in from the right side.
  const TriangleMesh needle = test::prism({{0, -0.05}, {0.05, 0}, {0, 0.05}, {-0.05, 0}}, 2.0);
  const auto a = solid(block, still_at({0, 0, 0}));
  const Vec3 from(4.3, 0.9, -0.5), to(0.9, 0.9, -0.5);
  const auto result = first_contact_by_backtracking(a, solid(needle, line(from, to)));
  ASSERT_EQ(result.report.outcome, Outcome::kContact);
  ASSERT_FALSE(result.event.contacts.empty());
  for (const Contact& contact : result.event.contacts) {
    ASSERT_EQ(contact.feature_a.kind, FeatureKind::kEdge);
    const auto v = block.vertices();
    const Vec3 along = v[contact.feature_a.vertices[1]] - v[contact.feature_a.vertices[0]];
    EXPECT_GT(std::abs(contact.point.x() - contact.point.y() - 3.0), -1.0);
    EXPECT_GT(along.norm(), 0.0);
    EXPECT_NEAR(contact.point.x(), 3.0 + contact.point.y(), 1e-5)
        << "on the side from (3,0) to (4,1)";
  }
  // The needle's left corner is 0.05 before its axis; the side is at x = 3 + y there, and the
  // corner towards -y comes first: its distance to the side decides.
  const double met = std::max({3.9 + 0.05, 3.0 + 0.85 + 0.0, 3.0 + 0.95 + 0.0});
  EXPECT_NEAR(result.report.time.hi, (4.3 - met) / 3.4, 1e-5);
}

TEST(K6_Figure4, EdgeAcrossACubesTopGivesTheMiddleNotAWeightedPoint) {
  const auto cube = solid(test::box_mesh({1, 1, 1}), still_at({0, 0, 0}));
  // A roof upside down: its lowest edge runs along y, slightly turned, over the whole top and its
  // diagonal.
  TriangleMesh roof = test::prism({{0, 0}, {1, 2}, {-1, 2}}, 6.0);
  std::vector<Vec3> vertices(roof.vertices().begin(), roof.vertices().end());
  const Mat3 turn = Eigen::AngleAxisd(0.3, Vec3::UnitZ()).toRotationMatrix();
  for (Vec3& v : vertices) v = turn * Vec3(v.x() + 0.0, v.z() - 3.0, v.y());
  roof = flipped(TriangleMesh(vertices, {roof.triangles().begin(), roof.triangles().end()}));
  const auto fall = line({0.2, 0, 1.05}, {0.2, 0, 0.95});
  const auto result = first_contact_by_backtracking(cube, solid(roof, fall));
  ASSERT_EQ(result.report.outcome, Outcome::kContact);
  EXPECT_NEAR(result.report.time.hi, 0.5, 1e-5);
  EXPECT_EQ(result.event.kind, ContactKind::kEdgeFace);
  EXPECT_EQ(result.event.contacts.size(), 2u) << "the diagonal of the top is not an edge";
  // x = 0.2 - tan(0.3) y on the edge: the points at y = 1 and y = -1 are the ends.
  EXPECT_LT((result.event.point - Vec3(0.2, 0, 1)).norm(), 1e-5);
  EXPECT_LT((result.event.centroid - Vec3(0.2, 0, 1)).norm(), 1e-5);
  EXPECT_NEAR(result.event.normal.z(), 1.0, 1e-9);
}
}  // namespace
}  // namespace graze
