// SPDX-License-Identifier: MIT
// Entries and exits: known ones, and the laws that brackets obey at sampled instants.     [C9, G1]
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <numbers>
#include <random>

#include "graze/base/error.h"
#include "graze/geometry/shapes.h"
#include "graze/methods/certified.h"
#include "graze/query/contact_intervals.h"
#include "query/lines.h"
#include "support/trials.h"

namespace graze {
namespace {
Scene cube_above_ground(Motion motion) {
  Scene scene;
  add_body(scene, {.name = "ground", .shape = Shape::from_box(Vec3::Constant(0.5))});
  add_body(
      scene,
      {.name = "cube", .shape = Shape::from_box({0.4, 0.4, 0.5}), .motion = std::move(motion)});
  return scene;
}

ContactIntervals ask(const Scene& scene, const IntervalOptions& options = {}) {
  return contact_intervals_per_pair(scene, {.tolerance = 1e-6}, options).at(0).contacts;
}

TEST(C9_ContactIntervals, ACubeThatDipsTwiceTouchesTwice) {
  const Motion dips =
      Motion::path({at(0.0, 2.0), at(1.0, 0.5), at(2.0, 2.0), at(3.0, 0.5), at(4.0, 2.0)});
  Scene scene = cube_above_ground(dips);
  scene.span = {0.0, 4.0};
  const ContactIntervals answer = ask(scene);
  ASSERT_EQ(answer.outcome, Outcome::kContact);
  ASSERT_EQ(answer.intervals.size(), 2u);
  const double enter = 2.0 / 3.0, leave = 4.0 / 3.0;
  for (int k = 0; k < 2; ++k) {
    const ContactInterval& interval = answer.intervals[std::size_t(k)];
    EXPECT_LE(interval.entry.lo, 2.0 * k + enter);
    EXPECT_NEAR(interval.entry.hi, 2.0 * k + enter, 1e-5);
    EXPECT_GE(interval.exit.hi, 2.0 * k + leave);
    EXPECT_NEAR(interval.exit.lo, 2.0 * k + leave, 1e-5);
    EXPECT_FALSE(interval.from_start || interval.to_end);
  }
}

TEST(C9_ContactIntervals, BodiesThatStartOrEndInContactSaySo) {
  const Motion lift = Motion::between(at(0, 0.5).pose, at(0, 2.0).pose);
  const ContactIntervals leaving = ask(cube_above_ground(lift));
  ASSERT_EQ(leaving.intervals.size(), 1u);
  EXPECT_TRUE(leaving.intervals[0].from_start);
  EXPECT_NEAR(leaving.intervals[0].exit.hi, 1.0 / 3.0, 1e-5);
  const ContactIntervals staying = ask(cube_above_ground(Motion::reversed(lift)));
  ASSERT_EQ(staying.intervals.size(), 1u);
  EXPECT_TRUE(staying.intervals[0].to_end);
  EXPECT_NEAR(staying.intervals[0].entry.hi, 2.0 / 3.0, 1e-5);
}

TEST(C9_ContactIntervals, BodiesThatStayApartHaveNone) {
  const ContactIntervals answer = ask(cube_above_ground(Motion::still(at(0, 1.5).pose)));
  EXPECT_EQ(answer.outcome, Outcome::kSeparated);
  EXPECT_TRUE(answer.intervals.empty());
}

TEST(C9_ContactIntervals, AShortGapIsSeenWhenAskedFor) {
  // Lifts off for 0.02 s only.
  const Motion hop =
      Motion::path({at(0.0, 0.9), at(0.49, 0.9), at(0.5, 1.1), at(0.51, 0.9), at(1.0, 0.9)});
  EXPECT_EQ(ask(cube_above_ground(hop), {.shortest_gap = 0.003}).intervals.size(), 2u);
  EXPECT_EQ(ask(cube_above_ground(hop), {.shortest_gap = 0.3}).intervals.size(), 1u);
}

// Touches during the last hundredth of the span: instants one double apart would never end.
TEST(C9_ContactIntervals, AGapShorterThanAMillionthOfTheSpanIsTakenAsThat) {
  const Motion lands = Motion::path({at(0.0, 2.0), at(0.99, 0.99), at(1.0, 0.99)});
  ContactOptions options{.tolerance = 1e-6};
  options.budget.max_tests = 50'000'000;
  const auto answer =
      contact_intervals_per_pair(cube_above_ground(lands), options, {.shortest_gap = 1e-300})
          .at(0)
          .contacts;
  EXPECT_EQ(answer.outcome, Outcome::kContact);
  ASSERT_EQ(answer.intervals.size(), 1u);
  EXPECT_TRUE(answer.intervals[0].to_end);
}

// A cube that rests, lifts off at 1 s and lands at 3 s.
TEST(C9_ContactIntervals, WhateverIsLeftOfTheBudgetWhatIsSaidIsSure) {
  const Motion hop = Motion::path({at(0, 1.0), at(1, 1.0), at(2, 2.0), at(3, 1.0), at(4, 1.0)});
  Scene scene = cube_above_ground(hop);
  scene.span = {0.0, 4.0};
  const auto ask_with = [&](const Budget& budget) {
    return contact_intervals_per_pair(scene, {.tolerance = 1e-6, .budget = budget}).at(0).contacts;
  };
  const ContactIntervals full = ask_with({});
  ASSERT_EQ(full.intervals.size(), 2u);
  const std::uint64_t tests = full.stats.box_tests + full.stats.triangle_tests;
  std::size_t undecided = 0;
  for (std::uint64_t most = 1; most < 2 * tests; most += 1 + most / 5) {
    const ContactIntervals part = ask_with({.max_tests = most});
    EXPECT_LE(part.sure_until, 4.0);
    for (std::size_t k = 0; k < part.intervals.size(); ++k) {
      const ContactInterval& interval = part.intervals[k];
      const double begin = k == 0 ? 0.0 : 3.0, end = k == 0 ? 1.0 : 4.0;
      EXPECT_NEAR(interval.entry.hi, begin, 1e-5);
      EXPECT_LE(interval.exit.lo, end + 1e-5) << most;
      EXPECT_GE(interval.exit.hi, end - 1e-5) << most;
      EXPECT_FALSE(interval.to_end && part.outcome == Outcome::kUndecided) << most;
    }
    undecided += part.outcome == Outcome::kUndecided;
  }
  EXPECT_GT(undecided, 5u);
  const std::atomic<bool> stop{true};
  const ContactIntervals stopped = ask_with({.cancel = &stop});
  EXPECT_EQ(stopped.outcome, Outcome::kUndecided);
  EXPECT_TRUE(stopped.intervals.empty());
}

TEST(C9_ContactIntervals, EverySampledContactIsInsideAnInterval) {
  const std::size_t count = test::trials(200);
  std::size_t intervals = 0;
  const Shape bar = Shape::from_mesh(make_shape("box", {{"x", 2.0}, {"y", 0.2}, {"z", 0.2}}));
  const Shape post = Shape::from_mesh(make_shape("cylinder", {{"triangles", 100}}));
  for (std::size_t trial = 0; trial < count; ++trial) {
    auto random = test::generator(trial);
    std::uniform_real_distribution<double> unit(-1.0, 1.0);
    Scene scene;
    Motion::ScrewParameters spin;
    spin.angle = 12.0 * unit(random);
    spin.axis = Vec3(0.2 * unit(random), 0.2 * unit(random), 1.0);
    add_body(scene, {.name = "bar", .shape = bar, .motion = Motion::screw(spin)});
    const Vec3 place(1.2 + 0.5 * unit(random), unit(random), 0.2 * unit(random));
    add_body(scene,
             {.name = "post", .shape = post, .motion = Motion::still({Mat3::Identity(), place})});
    const ContactIntervals answer = ask(scene);
    intervals += answer.intervals.size();
    const CertifiedBody a{bar.wide_tree(), scene.bodies[0].motion};
    const CertifiedBody b{post.wide_tree(), scene.bodies[1].motion};
    for (int k = 0; k <= 200; ++k) {
      const double t = k / 200.0;
      if (distance_at(a, b, t).distance.hi > 0.0) continue;
      const bool is_inside =
          std::any_of(answer.intervals.begin(), answer.intervals.end(),
                      [&](const ContactInterval& i) { return i.entry.lo <= t && t <= i.exit.hi; });
      ASSERT_TRUE(is_inside) << "trial " << trial << " at " << t;
    }
    for (const ContactInterval& i : answer.intervals) {
      EXPECT_LE(i.entry.hi, i.exit.lo) << "trial " << trial;
      EXPECT_LE(distance_at(a, b, i.exit.lo).distance.lo, 1e-6) << "trial " << trial;
    }
  }
  EXPECT_GT(intervals, count);
}

TEST(C9_ContactIntervals, BadResolutionsAreRefused) {
  const Scene scene = cube_above_ground(Motion());
  EXPECT_THROW(ask(scene, {.shortest_gap = 0.0}), InputError);
  EXPECT_THROW(ask(scene, {.time_resolution = NAN}), InputError);
}

TEST(C9_ContactIntervals, ABudgetSaysUpToWhenItIsSure) {
  Scene scene = cube_above_ground(Motion::between(at(0, 3.0).pose, at(0, 0.0).pose));
  ContactOptions options{.tolerance = 1e-6};
  options.budget.max_tests = 1;
  const ContactIntervals answer = contact_intervals_per_pair(scene, options).at(0).contacts;
  EXPECT_EQ(answer.outcome, Outcome::kUndecided);
  EXPECT_LE(answer.sure_until, 2.0 / 3.0);
}
}  // namespace
}  // namespace graze
