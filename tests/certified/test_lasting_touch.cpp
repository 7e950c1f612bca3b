// SPDX-License-Identifier: MIT
// Which later contacts a touch at the start excuses: those of a body that never left. Answers are
// known in closed form: a cube on a plate, whose height over it is given.                     [C9]
#include <gtest/gtest.h>

#include "graze/geometry/shapes.h"
#include "graze/methods/certified.h"
#include "support/trials.h"

namespace graze::test {
namespace {
constexpr double kTouchTolerance = 1e-4;

WideObbTree tree_for_touch(const TriangleMesh& mesh) {
  return WideObbTree(build_obb_tree(mesh, {.threads = 1}));
}

const WideObbTree& cube() {
  static const WideObbTree tree = tree_for_touch(make_shape("box", {{"x", 1}, {"y", 1}, {"z", 1}}));
  return tree;
}

/// Its top is z = 0.
const CertifiedBody& plate() {
  static const CertifiedBody body{tree_for_touch(make_shape("box", {{"x", 8}, {"y", 8}, {"z", 1}})),
                                  Motion::still({Mat3::Identity(), {0, 0, -0.5}})};
  return body;
}

/// A cube whose lower side is `height` above the plate.
Pose over(double x, double y, double height, double angle = 0.0) {
  return {Eigen::AngleAxisd(angle, Vec3::UnitZ()).toRotationMatrix(), {x, y, 0.5 + height}};
}

/// One second from pose to pose.
Motion through(const std::vector<Pose>& poses) {
  std::vector<TimedPose> keys;
  for (const Pose& pose : poses) keys.push_back({static_cast<double>(keys.size()), pose});
  return Motion::path(keys);
}

ContactReport ask(const Motion& motion, const CertifiedBody& ground = plate()) {
  return first_contact_certified(ground, {cube(), motion},
                                 {.span = motion.domain(), .tolerance = kTouchTolerance});
}

void expect_new_contact(const ContactReport& report, double lo, double hi) {
  ASSERT_EQ(report.outcome, Outcome::kContact);
  EXPECT_EQ(report.start, StartState::kTouching);
  EXPECT_LE(report.time.lo, hi);
  EXPECT_GE(report.time.hi, lo);
  EXPECT_LE(report.time.hi, hi);
}
}  // namespace

TEST(C9_LastingTouch, WhatLiftsOffAndLandsElsewhereIsAContact) {
  const ContactReport report =
      ask(through({over(0, 0, 0), over(1, 0, 1), over(3, 0, -0.45 * kTouchTolerance)}));
  const double fall = 1.0 + 0.45 * kTouchTolerance;
  expect_new_contact(report, 1.0 + (1.0 - kTouchTolerance) / fall - 1e-12, 1.0 + 1.0 / fall);
}

TEST(C9_LastingTouch, NoHopIsTooShort) {
  const std::size_t count = trials(2000, 100);
  for (std::size_t trial = 0; trial < count; ++trial) {
    std::mt19937_64 random = generator(trial);
    std::uniform_real_distribution<double> uniform(0, 1);
    const double height = kTouchTolerance * std::exp(std::log(2.1) + 6.0 * uniform(random));
    const double begin = kTouchTolerance * (0.9 * uniform(random) - 0.4);
    const double end = kTouchTolerance * (0.9 * uniform(random) - 0.9);
    const double turn = trial % 2 == 0 ? 0.0 : uniform(random);
    // Between the hops and after them it slides for long.
    const Motion motion = through({over(-1, 0, begin), over(0, 0, begin), over(1e-3, 0, height),
                                   over(2e-3, 0, end, turn), over(1, 1, end, turn)});
    const ContactReport report = ask(motion);
    const double last_apart = 2.0 + height / (height - end);
    ASSERT_EQ(report.outcome, Outcome::kContact) << trial << " " << height << " " << end;
    EXPECT_GT(report.time.hi, 2.0) << trial;
    EXPECT_LE(report.time.lo, last_apart) << trial;
    EXPECT_LE(report.time.hi, last_apart) << trial;
  }
}

TEST(C9_LastingTouch, WhatSlidesOffTheEdgeAndComesBackIsAContact) {
  for (const double depth : {0.0, 0.2, 0.45}) {
    const double z = -depth * kTouchTolerance;
    const ContactReport report = ask(through({over(3, 0, z), over(6, 0, z), over(3, 0.1, z)}));
    // The sides are 4 and 0.5 away from the middles.
    expect_new_contact(report, 1.5 - 2 * kTouchTolerance, 1.5 + 1e-9);
  }
}

TEST(C9_LastingTouch, SlidingSpinningAndRestingGoOn) {
  for (const double z : {0.0, 0.3 * kTouchTolerance, -0.4 * kTouchTolerance}) {
    std::vector<Pose> zigzag, spin;
    for (int k = 0; k < 12; ++k) {
      zigzag.push_back(over(k % 2 == 0 ? -2 : 2, 0.3 * k - 2, z, 0.1 * k));
      spin.push_back(over(0.1, 0.2, z, 2.0 * k));
    }
    for (const auto& poses : {zigzag, spin, std::vector<Pose>(3, over(0, 0, z))}) {
      const ContactReport report = ask(through(poses));
      EXPECT_EQ(report.outcome, Outcome::kSeparated) << z << " " << report.time.hi;
      EXPECT_EQ(report.start, StartState::kTouching);
    }
  }
}

// The last instant of a motion in steps is a piece of its own.
TEST(C9_LastingTouch, RestingGoesOnOverJumpsToTheSamePlaceOnly) {
  const auto in_steps = [](const std::vector<Pose>& poses) {
    std::vector<TimedPose> keys;
    for (const Pose& pose : poses) keys.push_back({static_cast<double>(keys.size()), pose});
    return Motion::path(keys, Interpolation::kStep);
  };
  const Pose here = over(0, 0, 0), away = over(0, 0, 1), there = over(1, 0, -0.3 * kTouchTolerance);
  EXPECT_EQ(ask(in_steps({here, here, here})).outcome, Outcome::kSeparated);
  EXPECT_EQ(ask(in_steps({here, here, there})).outcome, Outcome::kSeparated);
  EXPECT_EQ(ask(in_steps({here, away})).outcome, Outcome::kSeparated);
  expect_new_contact(ask(in_steps({here, away, there})), 2.0, 2.0);
  expect_new_contact(ask(in_steps({here, away, there, away})), 2.0, 2.0);
}

TEST(C9_LastingTouch, RollingGoesOn) {
  // A ball of radius 0.5, and a cube over its edge: the edge stays where it is.
  const WideObbTree point = tree_for_touch(TriangleMesh({Vec3::Zero()}, {{0, 0, 0}}));
  const Motion rolls = Motion::screw({.point = Vec3::Zero(), .axis = Vec3::UnitX(), .angle = 6.0});
  const Motion along =
      Motion::between({Mat3::Identity(), {-3, 0, 0.5}}, {Mat3::Identity(), {3, 0, 0.5}});
  const ContactReport ball = first_contact_certified(
      plate(), {point, Motion::composed(along, rolls), 0.5}, {.tolerance = kTouchTolerance});
  EXPECT_EQ(ball.outcome, Outcome::kSeparated) << ball.time.hi;
  EXPECT_EQ(ball.start, StartState::kTouching);
}

TEST(C9_LastingTouch, PressingStaysAContact) {
  for (const double z : {0.0, 0.3 * kTouchTolerance, -0.4 * kTouchTolerance}) {
    const ContactReport report = ask(through({over(0, 0, z), over(2, 0, z), over(2.5, 0, -0.1)}));
    expect_new_contact(report, 1.0, 1.0 + 20 * kTouchTolerance);
  }
}

// Seen from a train that turns and runs, nothing changes.
TEST(C9_LastingTouch, ACommonMotionChangesNothing) {
  const Motion train = Motion::screw(
      {.point = {1, 2, 0}, .axis = Vec3(1, 2, 3).normalized(), .angle = 0.05, .slide = 1.5});
  const CertifiedBody carried{plate().tree, Motion::composed(train, plate().motion)};
  const std::vector<std::vector<Pose>> ways{
      {over(0, 0, 0), over(2, 1, 0, 0.3)},
      {over(0, 0, 0), over(0, 0, 0, 1.0)},
      {over(0, 0, 0), over(1, 0, 0.2)},
      {over(0, 0, 0), over(1, 0, -0.2)},
  };
  for (std::size_t k = 0; k < ways.size(); ++k) {
    const Motion motion = Motion::between(ways[k][0], ways[k][1]);
    const ContactReport plain = ask(motion);
    const ContactReport moved = ask(Motion::composed(train, motion), carried);
    EXPECT_EQ(plain.outcome, moved.outcome) << k;
    EXPECT_EQ(moved.start, StartState::kTouching) << k;
    EXPECT_NEAR(plain.time.hi, moved.time.hi, 5e-4) << k;
  }
}
}  // namespace graze::test
