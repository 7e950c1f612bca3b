// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <cmath>

#include "graze/base/error.h"
#include "graze/methods/linear.h"

namespace graze::test {
namespace {
/// A vertex that moves from `height` above a resting triangle to `depth` below it.
LinearQuery falling_point(double height, double depth) {
  return {LinearKind::kVertexFace,
          {Vec3(0.25, 0.25, height), Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)},
          {Vec3(0.25, 0.25, -depth), Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)}};
}

TEST(C5_LinearCcdAnswer, GivesTimePointsAndNormal) {
  const LinearContact answer = first_contact_linear(falling_point(1.0, 1.0));
  ASSERT_EQ(answer.outcome, Outcome::kContact);
  EXPECT_NEAR(answer.time.hi, 0.5, 1e-6);
  EXPECT_LE(answer.time.lo, 0.5);
  EXPECT_LT((answer.point_a - Vec3(0.25, 0.25, 0)).norm(), 1e-6);
  EXPECT_LT((answer.point_b - Vec3(0.25, 0.25, 0)).norm(), 1e-6);
}

TEST(C5_LinearCcdAnswer, NormalPointsFromFirstToSecond) {
  const LinearContact answer = first_contact_linear(falling_point(1.0, -1e-7), {.max_steps = 2});
  ASSERT_EQ(answer.outcome, Outcome::kSeparated);
  LinearQuery resting = falling_point(1e-8, -1e-8);
  resting.uncertainty = 1e-8;
  const LinearContact touch = first_contact_linear(resting);
  ASSERT_EQ(touch.outcome, Outcome::kContact);
  EXPECT_GT(touch.normal.dot(Vec3(0, 0, -1)), 0.999);
}

TEST(C5_LinearCcdAnswer, ContactAtEitherEndOfTheSpanCounts) {
  EXPECT_EQ(first_contact_linear(falling_point(1.0, 0.0)).outcome, Outcome::kContact);
  EXPECT_EQ(first_contact_linear(falling_point(0.0, -1.0)).outcome, Outcome::kContact);
  EXPECT_EQ(first_contact_linear(falling_point(0.0, -1.0)).time, Interval(0.0, 0.0));
}

TEST(C5_LinearCcdAnswer, GapsBelowTheRoundingOfDoublesAreSeen) {
  EXPECT_EQ(first_contact_linear(falling_point(1.0, -1e-17)).outcome, Outcome::kSeparated);
  EXPECT_EQ(first_contact_linear(falling_point(1.0, 1e-17)).outcome, Outcome::kContact);
}

TEST(C5_LinearCcdAnswer, UncertainCoordinatesWidenTheTest) {
  LinearQuery query = falling_point(1.0, -1e-3);
  EXPECT_EQ(first_contact_linear(query).outcome, Outcome::kSeparated);
  query.uncertainty = 1e-5;
  EXPECT_EQ(first_contact_linear(query).outcome, Outcome::kSeparated);
  query.uncertainty = 0.6e-3;  // a contact for some of the coordinates meant
  EXPECT_EQ(first_contact_linear(query).outcome, Outcome::kContact);
}

TEST(C5_LinearCcdAnswer, ExactPointsStayExactWhenEnclosed) {
  std::array<IntervalVec3, 8> boxes;
  for (int k = 0; k < 8; ++k) boxes[k] = IntervalVec3(Vec3(k, 0.1 * k, -k));
  const LinearQuery query = enclose_query(LinearKind::kEdgeEdge, boxes);
  EXPECT_EQ(query.uncertainty, 0.0);
  EXPECT_EQ(query.end[3], Vec3(7, 0.1 * 7, -7));
}

TEST(C5_LinearCcdAnswer, SlidingInContactIsContactAtTheStart) {
  const LinearQuery query{LinearKind::kEdgeEdge,
                          {Vec3(-1, 0, 0), Vec3(1, 0, 0), Vec3(0, 0, 0), Vec3(2, 0, 0)},
                          {Vec3(-2, 0, 0), Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(3, 0, 0)}};
  const LinearContact answer = first_contact_linear(query);
  EXPECT_EQ(answer.outcome, Outcome::kContact);
  EXPECT_EQ(answer.time, Interval(0.0, 0.0));
}

TEST(C5_LinearCcdAnswer, StepLimitGivesUndecidedNotAWrongAnswer) {
  const LinearQuery query{LinearKind::kEdgeEdge,
                          {Vec3(-1, 0, 1), Vec3(1, 0.5, 1), Vec3(0, -1, 0), Vec3(0, 1, 0)},
                          {Vec3(-1, 1, -1), Vec3(1, 0, -1), Vec3(0, -1, 0), Vec3(0.5, 1, 0.5)}};
  EXPECT_EQ(first_contact_linear(query).outcome, Outcome::kContact);
  const LinearContact answer = first_contact_linear(query, {.tolerance = 1e-12, .max_steps = 1});
  EXPECT_EQ(answer.outcome, Outcome::kUndecided);
  EXPECT_LE(answer.time.lo, first_contact_linear(query).time.hi);
}

TEST(C5_LinearCcdAnswer, BadOptionsAndCoordinatesAreRefused) {
  LinearQuery query = falling_point(1.0, 1.0);
  EXPECT_THROW(first_contact_linear(query, {.tolerance = 0.0}), InputError);
  EXPECT_THROW(first_contact_linear(query, {.tolerance = std::nan("")}), InputError);
  EXPECT_THROW(first_contact_linear(query, {.until = 1.5}), InputError);
  query.end[2].y() = std::nan("");
  EXPECT_THROW(first_contact_linear(query), InputError);
  query.end[2].y() = 1e91;
  EXPECT_THROW(first_contact_linear(query), InputError);
}
}  // namespace
}  // namespace graze::test
