// SPDX-License-Identifier: MIT
// What carries two bodies is taken out of their motions, and nothing else changes.            [C8]
#include <graze/motion/shared_carrier.h>
#include <gtest/gtest.h>

#include "motion/oracle.h"
#include "motion/random_motions.h"
#include "support/trials.h"

namespace graze::test {
namespace {
/// How far carrier(t) rest(t) p is from whole(t) p, in 256 bits.
double difference(const Motion& whole, const Motion& carrier, const Motion& rest, double t) {
  const RealVec p = real(Vec3(0.3, -0.7, 1.1));
  const RealVec off =
      true_pose(whole, Real(t)) * p - true_pose(carrier, Real(t)) * (true_pose(rest, Real(t)) * p);
  return length(off);
}

void expect_the_same(const Motion& a, const Motion& b, double t) {
  const CarriedPair pair = without_carrier(a, b);
  EXPECT_LT(difference(a, pair.carrier, pair.a, t), 1e-50);
  EXPECT_LT(difference(b, pair.carrier, pair.b, t), 1e-50);
}

TEST(C8_SharedCarrier, WhatIsTakenOutAndWhatIsLeftMakeTheMotionsAgain) {
  const std::size_t count = trials(4'000);
  for (std::size_t k = 0; k < count; ++k) {
    Generator random = generator(k);
    const Motion both = random_motion(random);
    const Motion a = Motion::composed(both, random_segment(random));
    const Motion b = Motion::composed(both, Motion::still(random_frame(random, 1.0)));
    const double t = uniform(random, both.domain().lo, both.domain().hi);
    SCOPED_TRACE(k);
    expect_the_same(a, b, t);
    expect_the_same(a, both, t);
    expect_the_same(both, both, t);
    expect_the_same(a, random_motion(random), t);
    if (!both.is_still()) {
      EXPECT_TRUE(without_carrier(both, b).b.is_still());
      EXPECT_TRUE(without_carrier(both, both).a.is_still());
    }
  }
}

TEST(C8_SharedCarrier, ScrewsAboutOneAxisFromOtherBeginsStandStillToEachOther) {
  const std::size_t count = trials(4'000);
  for (std::size_t k = 0; k < count; ++k) {
    Generator random = generator(k);
    Motion::ScrewParameters screw{random_frame(random, 1.0), random_vector(random, 5.0),
                                  random_vector(random, 1.0), uniform(random, -9.0, 9.0),
                                  uniform(random, -1.0, 1.0)};
    Motion a = Motion::screw(screw);
    screw.begin = random_frame(random, 3.0);
    Motion b = Motion::composed(Motion::screw(screw), random_segment(random));
    const double t = uniform(random, 0.0, 1.0);
    expect_the_same(a, b, t);
    EXPECT_TRUE(without_carrier(a, b).a.is_still());
    EXPECT_TRUE(without_carrier(a, Motion::screw(screw)).b.is_still());
    screw.angle = std::nextafter(screw.angle, 10.0);  // another screw
    EXPECT_FALSE(without_carrier(a, Motion::screw(screw)).b.is_still());
    expect_the_same(a, Motion::screw(screw), t);
  }
}

TEST(C8_SharedCarrier, PathsOfBodiesThatGoTogetherAreUndone) {
  const std::size_t count = trials(2'000);
  std::size_t undone = 0;
  for (std::size_t k = 0; k < count; ++k) {
    Generator random = generator(k);
    const Pose offset = random_frame(random, 2.0);
    std::vector<TimedPose> of_a, of_b;
    for (double t = 0.0; t < 3.5; t += 1.0) {
      const Pose pose = random_frame(random, 3.0);
      of_a.push_back({t, pose});
      of_b.push_back({t, pose * offset});
    }
    const Outside outside = k % 2 ? Outside::kHold : Outside::kLoop;
    Motion a = Motion::path(of_a, Interpolation::kScrew, outside);
    Motion b = Motion::path(of_b, Interpolation::kScrew, outside);
    if (k % 3 == 0) a = Motion::reversed(a), b = Motion::reversed(b);
    SCOPED_TRACE(k);
    const double t = uniform(random, 0.0, 3.0);
    expect_the_same(a, b, t);
    const CarriedPair pair = without_carrier(a, b);
    undone += pair.carrier.is_still() ? 0 : 1;
    // Jumps are where they were.
    EXPECT_EQ(smooth_pieces(pair.b, {-0.5, 3.5}).size(), smooth_pieces(b, {-0.5, 3.5}).size());
  }
  EXPECT_GT(undone, count / 2);
}

TEST(C8_SharedCarrier, RefusingMotionsAndFunctionsAreLeftAlone) {
  const Pose end{Mat3::Identity(), {1, 0, 0}};
  const auto refusing = Motion::between({}, end, {0, 1}, Interpolation::kScrew, Outside::kError);
  EXPECT_FALSE(without_carrier(refusing, refusing).a.is_still());
  CustomMotion functions;
  functions.pose_at = [](double t) { return Pose{Mat3::Identity(), {t, 0, 0}}; };
  functions.enclose = [](const Interval& t) {
    return IntervalPose(Mat3(Mat3::Identity()), {t, 0.0, 0.0});
  };
  const Motion one = Motion::custom(functions), other = Motion::custom(functions);
  EXPECT_FALSE(without_carrier(one, other).a.is_still());
  EXPECT_TRUE(without_carrier(one, one).a.is_still());
}
}  // namespace
}  // namespace graze::test
