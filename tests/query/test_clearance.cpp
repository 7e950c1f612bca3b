// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "graze/base/error.h"
#include "graze/query/clearance.h"
#include "graze/scene/joint.h"
#include "query/lines.h"

namespace graze {
namespace {
/// A cube passes another at a gap of 0.25, nearest at half time.
Scene passing_cubes() {
  Scene scene;
  add_body(scene, {.name = "a", .shape = Shape::from_box(Vec3::Constant(0.5))});
  add_body(scene, {.name = "b",
                   .shape = Shape::from_box(Vec3::Constant(0.1)),
                   .motion = Motion::path({{0.0, {Mat3::Identity(), {-2.0, 0.0, 2.0}}},
                                           {0.5, {Mat3::Identity(), {0.0, 0.0, 0.85}}},
                                           {1.0, {Mat3::Identity(), {2.0, 0.0, 2.0}}}})});
  return scene;
}

TEST(C9_Clearance, BracketsTheSmallestDistanceAndItsTime) {
  const auto answers = clearances_per_pair(passing_cubes(), {.tolerance = 1e-6});
  ASSERT_EQ(answers.size(), 1u);
  const Clearance& clearance = answers[0].clearance;
  EXPECT_EQ(clearance.outcome, Outcome::kSeparated);
  EXPECT_LE(clearance.distance.lo, 0.25);
  EXPECT_GE(clearance.distance.hi, 0.25 - 1e-12);
  EXPECT_LE(clearance.distance.hi - clearance.distance.lo, 1.1e-6);
  EXPECT_NEAR(clearance.time, 0.5, 1e-4);
}

TEST(C9_Clearance, AtAnInstantAndWithPadding) {
  Scene scene = passing_cubes();
  scene.bodies[0].padding = 0.1;
  const ContactOptions middle{.span = Interval{0.5, 0.5}};
  EXPECT_NEAR(clearances_per_pair(scene, middle)[0].clearance.distance.hi, 0.15, 1e-9);
}

TEST(C9_Clearance, ClosestPointsOfRoundBodiesAreAsFarApartAsTheAnswerSays) {
  Scene scene;
  const Shape ball = Shape::from_sphere(Vec3::Zero(), 1.0);
  add_body(scene, {.name = "still", .shape = ball});
  add_body(scene, {.name = "flying", .shape = ball, .motion = line({-4, 0, 0}, {4, 0, 0})});
  for (const Interval& span : {Interval(0.0, 0.2), Interval(0.2)}) {
    const Clearance answer = clearances_per_pair(scene, {.span = span})[0].clearance;
    EXPECT_NEAR(answer.distance.hi, 0.4, 1e-6);
    EXPECT_EQ(answer.closest.distance, answer.distance.hi);
    EXPECT_NEAR((answer.closest.point_b - answer.closest.point_a).norm(), 0.4, 1e-6);
  }
}

TEST(C9_Clearance, ClosestPointsOfAChainAreInTheWorldFrame) {
  Scene scene = passing_cubes();
  Scene carried;
  const BodyId truck = add_body(carried, {.name = "truck", .motion = line({0, 0, 0}, {10, 0, 0})});
  for (Body body : scene.bodies) {
    body.parent = truck;
    add_body(carried, std::move(body));
  }
  const Clearance alone = clearances_per_pair(scene)[0].clearance;
  const Clearance moved = clearances_per_pair(carried)[0].clearance;
  EXPECT_NEAR(alone.distance.hi, moved.distance.hi, 1e-6);
  const Vec3 shift(10.0 * moved.time, 0.0, 0.0);
  EXPECT_NEAR((moved.closest.point_a - shift).z(), 0.5, 1e-6);
  EXPECT_NEAR((moved.closest.point_b - shift).z(), 0.75, 1e-3);
  EXPECT_LE(std::fabs((moved.closest.point_a - shift).x()), 0.5 + 1e-6);
}

TEST(C9_Clearance, TouchingIsZeroAndCancelledIsUndecided) {
  Scene scene = passing_cubes();
  scene.bodies[1].motion = line({0, 0, 3}, {0, 0, 0});
  EXPECT_EQ(clearances_per_pair(scene)[0].clearance.outcome, Outcome::kContact);
  const std::atomic<bool> cancelled{true};
  ContactOptions options;
  options.budget.cancel = &cancelled;
  EXPECT_EQ(clearances_per_pair(scene, options)[0].clearance.outcome, Outcome::kUndecided);
}

}  // namespace
}  // namespace graze
