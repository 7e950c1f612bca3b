// SPDX-License-Identifier: MIT
// Computed poses and twists against the formulas in 256 bits.                                [C1]
#include <gtest/gtest.h>

#include <cstdio>

#include "motion/oracle.h"
#include "motion/random_motions.h"
#include "support/trials.h"

namespace graze::test {
namespace {
/// How much of an error bound is used; the largest is printed.
struct Use {
  double rotation = 0.0, translation = 0.0, angular = 0.0, linear = 0.0;
};

double share(double error, double bound) { return error == 0.0 ? 0.0 : error / bound; }

void check_state(const Motion& motion, double t, Use& use) {
  const MotionState state = state_at(motion, t);
  const RealPose pose = true_pose(motion, t);
  const double rotation =
      share(rotation_distance(state.pose.rotation, pose.rotation), state.rotation_error);
  const double translation =
      share(distance(state.pose.translation, pose.translation), state.translation_error);
  ASSERT_LE(rotation, 1.0);
  ASSERT_LE(translation, 1.0);
  use.rotation = std::max(use.rotation, rotation);
  use.translation = std::max(use.translation, translation);
}

void check_twist(const Motion& motion, double t, Use& use) {
  const MotionState state = state_at(motion, t);
  const RealTwist twist = true_twist(motion, t);
  const double fuzz = 1e-24;  // of the differences themselves, relative to cubes of the speeds
  const double spin = length(twist.angular), speed = length(twist.linear);
  const double angular = share(distance(state.twist.angular, twist.angular),
                               state.angular_error + fuzz * spin * spin * spin);
  const double linear = share(distance(state.twist.linear, twist.linear),
                              state.linear_error + fuzz * (1.0 + spin * spin) * (1.0 + speed));
  ASSERT_LE(angular, 1.0);
  ASSERT_LE(linear, 1.0);
  use.angular = std::max(use.angular, angular);
  use.linear = std::max(use.linear, linear);
}

}  // namespace

TEST(C1_State, PoseErrorsHoldForEveryKindOfMotion) {
  Use use;
  const std::size_t count = trials(40'000);
  for (std::size_t k = 0; k < count; ++k) {
    Generator random = generator(k);
    const Motion motion = random_motion(random);
    const Interval domain = motion.domain();
    for (const double t : {domain.lo, inner_time(random, domain), domain.hi, domain.hi + 1.0}) {
      check_state(motion, t, use);
      ASSERT_FALSE(HasFatalFailure()) << "trial " << k << ", a " << motion.kind() << " at " << t;
    }
  }
  std::printf("largest share of the bound: rotation %.2f, translation %.2f\n", use.rotation,
              use.translation);
}

TEST(C1_State, TwistErrorsHoldForEverySmoothMotion) {
  Use use;
  const std::size_t count = trials(40'000);
  for (std::size_t k = 0; k < count; ++k) {
    Generator random = generator(k);
    const Motion motion = random_segment(random);
    check_twist(motion, inner_time(random, motion.domain()), use);
    ASSERT_FALSE(HasFatalFailure()) << "trial " << k << ", a " << motion.kind();
  }
  std::printf("largest share of the bound: angular %.2f, linear %.2f\n", use.angular, use.linear);
}

TEST(C1_State, TwistErrorsHoldAlongChains) {
  Use use;
  const std::size_t count = trials(10'000);
  for (std::size_t k = 0; k < count; ++k) {
    Generator random = generator(k);
    const Motion inner = random_segment(random);
    const Pose still = random_frame(random, 1e3);
    const Motion motion =
        Motion::composed(Motion::placed(still, random_segment(random), still), inner);
    // Inside both domains or outside one of them: not at an end, where the velocity jumps.
    check_twist(motion, inner_time(random, inner.domain()) + 1e-5, use);
    ASSERT_FALSE(HasFatalFailure()) << "trial " << k;
  }
  std::printf("largest share of the bound: angular %.2f, linear %.2f\n", use.angular, use.linear);
}

TEST(C1_State, EndPosesOfEveryInterpolationAreMet) {
  const std::size_t count = trials(20'000);
  double worst_rotation = 0.0, worst_translation = 0.0;
  for (std::size_t k = 0; k < count; ++k) {
    Generator random = generator(k);
    const double size = k % 3 ? 1.0 : 1e6;
    const Pose begin = random_frame(random, size), end = random_frame(random, size);
    for (const auto how : {Interpolation::kScrew, Interpolation::kSlerp,
                           Interpolation::kSixParameters, Interpolation::kStep}) {
      const Motion motion = Motion::between(begin, end, {2.0, 5.0}, how);
      const Pose first = pose_at(motion, 2.0), last = pose_at(motion, 5.0);
      worst_rotation = std::max({worst_rotation, (first.rotation - begin.rotation).norm(),
                                 (last.rotation - end.rotation).norm()});
      worst_translation =
          std::max({worst_translation, (first.translation - begin.translation).norm() / size,
                    (last.translation - end.translation).norm() / size});
    }
  }
  std::printf("ends missed by at most %.1e rad and %.1e of the coordinates\n", worst_rotation,
              worst_translation);
  EXPECT_LE(worst_rotation, 1e-14);
  EXPECT_LE(worst_translation, 3e-14);
}

TEST(C1_State, TinyTurnsBetweenFarPosesKeepTheirEnds) {
  for (const double angle : {1e-15, 1e-14, 1e-12, 1e-9, 1e-6}) {
    Generator random = generator(std::uint64_t(-std::log10(angle)));
    const Pose begin = random_frame(random, 1e6);
    Pose end = begin;
    end.rotation = times(Mat3(Eigen::AngleAxisd(angle, Vec3(0.6, 0.0, 0.8))), begin.rotation);
    end.translation += Vec3(1.0, 2.0, 3.0);
    const Motion motion = Motion::between(begin, end);
    EXPECT_LE((pose_at(motion, 1.0).translation - end.translation).norm(), 2e-9);
    const MotionState middle = state_at(motion, 0.5);
    EXPECT_LE(middle.translation_error, 2e-9);
    EXPECT_LE(distance(middle.pose.translation, true_pose(motion, 0.5).translation),
              middle.translation_error);
  }
}

TEST(C1_State, HalfTurnTakesTheAxisOfTheLargestDiagonalElement) {
  Pose end;
  end.rotation = Vec3(-1.0, 1.0, -1.0).asDiagonal();
  const Motion motion = Motion::between(Pose{}, end);
  const auto track = std::get<TrackDescription>(describe(motion));
  const auto& screw = std::get<ScrewFormula>(track.segments[0].formula);
  EXPECT_EQ(screw.axis, Vec3(0.0, 1.0, 0.0));
  EXPECT_NEAR(screw.angle, 3.14159265358979312, 1e-15);
}

TEST(C1_State, PureSlidesAndStillBodiesHaveExactRotations) {
  Pose begin, end;
  begin.translation = {1e6, 0.0, 0.0};
  end.translation = {1e6, 4.0, 0.0};
  const MotionState state = state_at(Motion::between(begin, end), 0.25);
  EXPECT_EQ(state.pose.translation, Vec3(1e6, 1.0, 0.0));
  EXPECT_EQ(state.rotation_error, 0.0);
  EXPECT_EQ(state_at(Motion::still(begin), 7.0).translation_error, 0.0);
}
}  // namespace graze::test
