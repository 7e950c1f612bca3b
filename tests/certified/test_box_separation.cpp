// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include "certified/bisection_cases.h"
#include "methods/bisection/box_separation.h"
#include "methods/bisection/subdivision_test.h"
#include "support/trials.h"

namespace graze::test {
namespace {
using bisection::BoxPair;
using bisection::RelativeMotion;

Box random_box(std::mt19937_64& random) {
  return {random_vector(random), random_rotation(random), random_vector(random, 0.5).cwiseAbs()};
}

/// Distance of two boxes in double precision by alternating projections; a little too large.
double distance_of(const Box& a, const Box& b) {
  const auto nearest = [](const Box& box, const Vec3& p) -> Vec3 {
    const Vec3 s = box.axes.transpose() * (p - box.centre);
    return box.centre + box.axes * s.cwiseMax(-box.half_size).cwiseMin(box.half_size);
  };
  Vec3 p = a.centre;
  for (int i = 0; i < 400; ++i) p = nearest(a, nearest(b, p));
  return (nearest(b, p) - p).norm();
}

struct BoxCase {
  Box a, b;
  Motion motion_a, motion_b;
  RelativeMotion motion;

  explicit BoxCase(std::mt19937_64& random)
      : a(random_box(random)),
        b(random_box(random)),
        motion_a(random() % 2 == 0 ? Motion() : random_case(random, 1).b.motion),
        motion_b(random_case(random, 1).b.motion),
        motion(motion_a, motion_b, Vec3::Zero(), Vec3::Zero()) {}
  BoxPair boxes() const { return {&a, &b, a.centre, b.centre}; }
  double distance_at(double t) const {
    return distance_of(pose_at(motion_a, t) * a, pose_at(motion_b, t) * b);
  }
};

TEST(C4_BoxSeparation, SeparatedBoxesAreApartAtEveryInstant) {
  int separated = 0;
  for (std::size_t trial = 0, count = trials(20'000); trial < count; ++trial) {
    SCOPED_TRACE(trial);
    auto random = generator(trial);
    BoxCase c(random);
    const double lo = 0.9 * (0.5 + 0.5 * random_vector(random).x());
    const Interval span(lo, lo + (trial % 2 == 0 ? 0.1 : 0.01));
    const double clearance = trial % 3 == 0 ? 0.1 : 0.0;
    const bool partial = trial % 5 == 0;
    if (!are_separated(c.boxes(), c.motion.over(span), {clearance, partial})) continue;
    ++separated;
    for (int i = 0; i <= 10; ++i) {
      EXPECT_GT(c.distance_at(span.lo + 0.1 * i * (span.hi - span.lo)), clearance);
    }
  }
  EXPECT_GT(separated, 100);
}

TEST(C4_BoxSeparation, AtAnInstantFifteenAxesDecide) {
  for (std::size_t trial = 0, count = trials(20'000); trial < count; ++trial) {
    SCOPED_TRACE(trial);
    auto random = generator(trial);
    BoxCase c(random);
    const double distance = c.distance_at(0.5);
    if (distance > 1e-3) {  // the oracle converges from above
      EXPECT_TRUE(are_separated(c.boxes(), c.motion.at(0.5), {}));
    }
  }
}

TEST(C4_BoxSeparation, AShorterIntervalSeparatesToo) {
  for (std::size_t trial = 0, count = trials(20'000); trial < count; ++trial) {
    auto random = generator(trial);
    BoxCase c(random);
    const Interval span(0.4, 0.5);
    if (!are_separated(c.boxes(), c.motion.over(span), {})) continue;
    EXPECT_TRUE(are_separated(c.boxes(), c.motion.at(0.45), {}));
  }
}

TEST(C4_BoxSeparation, AnUnboundedEnclosureSeparatesNothing) {
  CustomMotion anywhere;
  anywhere.pose_at = [](double) { return Pose{Mat3::Identity(), {100, 0, 0}}; };
  anywhere.enclose = [](const Interval&) {
    const Interval all = Interval::everything();
    return IntervalPose{Mat3(Mat3::Identity()), {all, all, all}};
  };
  const Box box{Vec3::Zero(), Mat3::Identity(), Vec3::Ones()};
  RelativeMotion motion(Motion(), Motion::custom(anywhere), Vec3::Zero(), Vec3::Zero());
  EXPECT_FALSE(are_separated({&box, &box, {}, {}}, motion.over({0.0, 1.0}), {}));
}

TEST(C4_SubdivisionTest, FastSmallBoxesDivideTimeAndSlowLargeOnesDoNot) {
  const Motion motion = translation({0, 0, 0}, {1, 0, 0});
  RelativeMotion relative(Motion(), motion, Vec3::Zero(), Vec3::Zero());
  const auto divides = [&relative](double half, const Interval& span) {
    const Box box{Vec3::Zero(), Mat3::Identity(), Vec3::Constant(half)};
    const BoxPair boxes{&box, &box, Vec3::Zero(), Vec3::Zero()};
    return bisection::SubdivisionTest{0.2, 0.0, 1e-6}.should_subdivide(
        boxes, {relative.at(span.lo), relative.at(span.hi)});
  };
  EXPECT_TRUE(divides(0.1, {0.0, 1.0}));    // path 1 against 0.2 * 0.2
  EXPECT_TRUE(divides(0.1, {0.0, 0.05}));   // 0.05 against 0.04
  EXPECT_FALSE(divides(0.1, {0.0, 0.03}));  // 0.03 against 0.04
  EXPECT_FALSE(divides(10.0, {0.0, 1.0}));
  EXPECT_FALSE(divides(0.0, {0.0, 1e-7}));  // shorter than the shortest path that matters
}
}  // namespace
}  // namespace graze::test
