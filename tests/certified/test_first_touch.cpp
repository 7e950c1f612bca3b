// SPDX-License-Identifier: MIT
// First touch to a position error: closed forms, shallow ways, near misses.                    [C6]
#include <gtest/gtest.h>

#include <cmath>

#include "graze/base/error.h"
#include "graze/geometry/shapes.h"
#include "graze/methods/certified_first_touch.h"
#include "support/trials.h"

namespace graze::test {
namespace {
WideObbTree box_tree(double x, double y, double z) {
  return WideObbTree(
      build_obb_tree(make_shape("box", {{"x", x}, {"y", y}, {"z", z}}), {.threads = 1}));
}

/// A cube of size 1 comes down on a plate, from a height to one below, while it runs `way` along.
ContactReport land(double from, double to, double way, double error, double tolerance = 1e-4) {
  static const WideObbTree plate = box_tree(40, 8, 1), cube = box_tree(1, 1, 1);
  const Motion down =
      Motion::between({Mat3::Identity(), {0, 0, 1 + from}}, {Mat3::Identity(), {way, 0, 1 + to}});
  return first_touch({plate, Motion::still({})}, {cube, down},
                     {.search = {.tolerance = tolerance}, .position_error = error});
}
}  // namespace

TEST(C6_FirstTouch, TheBracketHoldsTheTouchAndIsShorterThanTheError) {
  const std::size_t count = trials(2000, 100);
  for (std::size_t trial = 0; trial < count; ++trial) {
    std::mt19937_64 random = generator(trial);
    std::uniform_real_distribution<double> uniform(0, 1);
    const double from = 0.01 + uniform(random), to = -std::exp(-2.0 - 8.0 * uniform(random));
    const double way = 10.0 * uniform(random), error = std::exp(-4.0 - 16.0 * uniform(random));
    const double tolerance = std::exp(-4.0 - 16.0 * uniform(random));
    const ContactReport report = land(from, to, way, error, tolerance);
    const double touch = from / (from - to), speed = std::hypot(way, from - to);
    ASSERT_EQ(report.outcome, Outcome::kContact) << trial;
    ASSERT_EQ(report.reason, "") << trial;
    EXPECT_LE(report.time.lo, touch) << trial;
    EXPECT_GE(report.time.hi, touch) << trial;
    EXPECT_LE((report.time.hi - report.time.lo) * speed, error * (1 + 1e-9)) << trial;
  }
}

// 1e-4 above the plate at 0.9 s already, and on it at 0.999 s.
TEST(C6_FirstTouch, AShallowWayDownIsNotEndedByTheTolerance) {
  const ContactReport report = land(1e-3, -1e-6, 5.0, 1e-6);
  const double touch = 1e-3 / (1e-3 + 1e-6);
  ASSERT_EQ(report.outcome, Outcome::kContact);
  EXPECT_LE(report.time.lo, touch);
  EXPECT_NEAR(report.time.hi, touch, 1e-6);
}

TEST(C6_FirstTouch, WhatPassesByLittleIsSeparated) {
  for (const double gap : {1e-5, 1e-7, 1e-9, 1e-11}) {
    EXPECT_EQ(land(1.0, gap, 3.0, 1e-6).outcome, Outcome::kSeparated) << gap;
  }
}

TEST(C6_FirstTouch, WhatCannotBeToldIsSaid) {
  const ContactReport report = land(1.0, 0.0, 0.0, 1e-6);  // ends in touch, exactly
  EXPECT_EQ(report.outcome, Outcome::kContact);
  EXPECT_NE(report.reason, "");
  EXPECT_NEAR(report.time.hi, 1.0, 1e-9);
}

TEST(C6_FirstTouch, AJumpIntoTheOtherBodyIsAnInstant) {
  const WideObbTree cube = box_tree(1, 1, 1);
  const Motion jump = Motion::path({{0.0, {Mat3::Identity(), {3, 0, 0}}},
                                    {0.5, {Mat3::Identity(), {0.5, 0, 0}}},
                                    {1.0, {Mat3::Identity(), {4, 0, 0}}}},
                                   Interpolation::kStep);
  const ContactReport report = first_touch({cube, Motion::still({})}, {cube, jump});
  ASSERT_EQ(report.outcome, Outcome::kContact);
  EXPECT_EQ(report.time.lo, 0.5);
  EXPECT_EQ(report.time.hi, 0.5);
}

TEST(C6_FirstTouch, AnErrorThatIsNoLengthIsRefused) {
  for (const double error : {0.0, -1.0, std::nan("")}) {
    EXPECT_THROW(land(1.0, -1.0, 0.0, error), InputError);
  }
}
}  // namespace graze::test
