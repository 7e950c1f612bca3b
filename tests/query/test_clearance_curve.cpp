// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "graze/geometry/shapes.h"
#include "graze/query/clearance_curve.h"
#include "support/ccd_queries.h"
#include "support/trials.h"

namespace graze {
namespace {
using test::random_direction;
using test::random_rotation;
using test::uniform;

/// Two bodies that wander about a third, which stands still beside a fourth that does.
Scene random_scene(std::mt19937_64& random) {
  Scene scene;
  const Shape gear = Shape::from_mesh(test::unit_mesh(make_shape("gear", {{"triangles", 96}})));
  const Shape bracket = Shape::from_mesh(test::unit_mesh(make_shape("l_bracket")));
  add_body(scene, {.name = "gear", .shape = gear});
  add_body(scene, {.name = "beside",
                   .shape = bracket,
                   .motion = Motion::still({Mat3::Identity(), Vec3(0, 0, 3)})});
  for (const char* name : {"one", "two"}) {
    std::vector<TimedPose> way;
    for (int k = 0; k <= 6; ++k) {
      way.push_back(
          {k / 6.0,
           {random_rotation(random), uniform(random, 1.0, 2.5) * random_direction(random)}});
    }
    add_body(scene, {.name = name, .shape = bracket, .motion = Motion::path(way)});
  }
  scene.bodies[2].padding = 0.01;
  return scene;
}

double smallest_at(const PreparedScene& scene, double t) {
  double smallest = kInfinity;
  for (const PairClearance& pair : clearances_per_pair(scene, {.span = Interval(t)})) {
    const bool is_still = pair.a == BodyId(0) && pair.b == BodyId(1);
    if (!is_still) smallest = std::min(smallest, pair.clearance.distance.hi);
  }
  return smallest;
}

TEST(C9_ClearanceCurve, TheCurveStaysWithinItsBand) {
  for (std::size_t trial = 0, count = test::trials(200, 5); trial < count; ++trial) {
    std::mt19937_64 random = test::generator(trial);
    const PreparedScene scene(random_scene(random));
    const ClearanceCurve curve = clearance_curve(scene, {}, 12);
    ASSERT_EQ(curve.cells.size(), 11u);
    double lowest = kInfinity;
    for (const ClearanceCell& cell : curve.cells) {
      const Interval& bracket = cell.nearest.clearance.distance;
      lowest = std::min(lowest, bracket.hi);
      EXPECT_LE(bracket.hi - bracket.lo, 1.1e-3 * bracket.hi + 1e-5) << trial;
      for (int k = 0; k < 8; ++k) {
        const double t = uniform(random, cell.span.lo, cell.span.hi);
        const double distance = smallest_at(scene, t);
        ASSERT_GE(distance, bracket.lo - 1e-12) << trial << " at " << t;
        ASSERT_LE(distance, cell.highest + 1e-12) << trial << " at " << t;
      }
    }
    EXPECT_EQ(curve.smallest.clearance.distance.hi, lowest) << trial;
    EXPECT_NEAR(smallest_at(scene, curve.samples[5].time),
                curve.samples[5].nearest.clearance.distance.hi, 1e-12);
  }
}

TEST(C9_ClearanceCurve, SmallestIsThatOfAllPairsAndThreadsDoNotMatter) {
  for (std::size_t trial = 0, count = test::trials(100, 3); trial < count; ++trial) {
    std::mt19937_64 random = test::generator(trial);
    const PreparedScene scene(random_scene(random));
    ContactOptions options;
    const ClearanceCurve curve = clearance_curve(scene, options, 5);
    options.threads = 1;
    const ClearanceCurve alone = clearance_curve(scene, options, 5);
    double lowest = kInfinity;
    for (const PairClearance& pair : clearances_per_pair(scene, options)) {
      lowest = std::min(lowest, pair.clearance.distance.hi);
    }
    EXPECT_NEAR(curve.smallest.clearance.distance.hi, lowest, 1.1e-3 * lowest + 1e-6) << trial;
    for (std::size_t k = 0; k < curve.cells.size(); ++k) {
      EXPECT_EQ(curve.cells[k].nearest.clearance.distance,
                alone.cells[k].nearest.clearance.distance);
      EXPECT_EQ(curve.cells[k].highest, alone.cells[k].highest);
    }
  }
}

TEST(C9_ClearanceCurve, StillPairsAreAskedAboutOnRequest) {
  std::mt19937_64 random = test::generator(0);
  const PreparedScene scene(random_scene(random));
  EXPECT_EQ(clearances_per_pair(scene).size(), 5u);
  EXPECT_EQ(clearances_per_pair(scene, {}, ClearancePairs::kAll).size(), 6u);
  EXPECT_EQ(clearances_per_pair(scene, {.span = Interval(0.5)}).size(), 6u);
  EXPECT_EQ(clearances_per_pair(scene, {.pairs = {{BodyId(0), BodyId(1)}}}).size(), 1u);
}

TEST(C9_ClearanceCurve, CancelledIsUndecidedAndAnInstantHasNoCells) {
  std::mt19937_64 random = test::generator(0);
  const PreparedScene scene(random_scene(random));
  const std::atomic<bool> cancelled{true};
  ContactOptions options;
  options.budget.cancel = &cancelled;
  const ClearanceCurve unknown = clearance_curve(scene, options, 4);
  EXPECT_EQ(unknown.smallest.clearance.outcome, Outcome::kUndecided);
  for (const ClearanceCell& cell : unknown.cells) {
    EXPECT_EQ(cell.nearest.clearance.distance.lo, 0.0);
    EXPECT_EQ(cell.highest, kInfinity) << "a bound by points that nobody has looked for";
  }
  const ClearanceCurve instant = clearance_curve(scene, {.span = Interval(0.25)}, 40);
  EXPECT_EQ(instant.samples.size(), 1u);
  EXPECT_TRUE(instant.cells.empty());
}

}  // namespace
}  // namespace graze
