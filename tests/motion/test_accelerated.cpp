// SPDX-License-Identifier: MIT
// Motions of states with velocity and acceleration: their formula, derivatives and bounds.
#include <gtest/gtest.h>

#include "graze/math/rotation.h"
#include "graze/motion/accelerated_motion.h"
#include "motion/random_motions.h"
#include "support/trials.h"

namespace graze {
namespace {
AcceleratedState random_state(std::mt19937_64& random) {
  AcceleratedState state;
  state.pose = test::random_frame(random, 5.0);
  state.centre = test::random_vector(random, 1.0);
  state.velocity = test::random_vector(random, 3.0);
  state.acceleration = test::random_vector(random, 10.0);
  state.angular_velocity = test::random_vector(random, 4.0);
  if (random() % 2) state.angular_acceleration = test::random_vector(random, 4.0);
  return state;
}

TEST(K4_AcceleratedMotion, PosesTwistsEnclosuresAndBoundsFitTogether) {
  const std::size_t count = test::trials(20'000);
  for (std::size_t trial = 0; trial < count; ++trial) {
    auto random = test::generator(trial);
    const AcceleratedState state = random_state(random);
    const Motion motion = accelerated_motion(state, {2.0, 3.0});
    ASSERT_TRUE(motion.has_bounds());
    std::uniform_real_distribution<double> time(2.0, 3.0);
    Interval span{time(random), time(random)};
    if (span.lo > span.hi) std::swap(span.lo, span.hi);
    const double t = std::uniform_real_distribution<double>(span.lo, span.hi)(random), s = t - 2.0;
    const Pose pose = pose_at(motion, t);
    // The formula, written down again.
    const Vec3 turn = s * state.angular_velocity + 0.5 * s * s * state.angular_acceleration;
    const Mat3 rotation =
        (turn.norm() > 0.0 ? Mat3(Eigen::AngleAxisd(turn.norm(), turn.normalized()))
                           : Mat3(Mat3::Identity())) *
        state.pose.rotation;
    const Vec3 centre =
        state.pose * state.centre + s * state.velocity + 0.5 * s * s * state.acceleration;
    ASSERT_LT((pose.rotation - rotation).norm(), 1e-12);
    ASSERT_LT((pose * state.centre - centre).norm(), 1e-12);
    ASSERT_TRUE(enclose_pose(motion, span).contains(pose));
    const Vec3 p = test::random_vector(random, 2.0);
    ASSERT_TRUE(enclose_point(motion, span, p).contains(pose * p));
    // Velocity and acceleration by differences.
    const double h = 1e-4;
    if (t - h < 2.0 || t + h > 3.0) continue;
    const Vec3 before = pose_at(motion, t - h) * p, here = pose * p,
               after = pose_at(motion, t + h) * p;
    const Twist twist = twist_at(motion, t);
    const Vec3 velocity = twist.linear + twist.angular.cross(pose.rotation * p);
    ASSERT_LT(((after - before) / (2 * h) - velocity).norm(), 1e-4);
    const MotionBounds bounds = bounds_over(motion, {2.0, 3.0});
    const double arm = (p - bounds.reference).norm();
    ASSERT_LE(((after - 2 * here + before) / (h * h)).norm(),
              bounds.acceleration + bounds.curvature * arm + 1e-3);
    ASSERT_LE(twist.angular.norm(), bounds.angular_speed * (1 + 1e-12));
  }
}

TEST(K4_AcceleratedMotion, AdvancingInTwoStepsIsAdvancingInOneWithoutAngularAcceleration) {
  auto random = test::generator(1);
  for (int i = 0; i < 100; ++i) {
    AcceleratedState state = random_state(random);
    state.angular_acceleration.setZero();
    const AcceleratedState once = advanced(state, 0.7), twice = advanced(advanced(state, 0.3), 0.4);
    ASSERT_LT((once.pose.rotation - twice.pose.rotation).norm(), 1e-12);
    ASSERT_LT((once.pose.translation - twice.pose.translation).norm(), 1e-12);
    ASSERT_LT((once.velocity - twice.velocity).norm(), 1e-12);
    ASSERT_LT((once.angular_velocity - twice.angular_velocity).norm(), 1e-12);
  }
}

TEST(C1_AcceleratedMotion, WhatIsHeldHasBoundsOfRest) {
  auto random = test::generator(2);
  for (int i = 0; i < 100; ++i) {
    const Motion motion = accelerated_motion(random_state(random), {0.0, 1.0});
    for (const SmoothPiece& piece : smooth_pieces(motion, {1.5, 2.0})) {
      const MotionBounds bounds = bounds_over(piece.motion, piece.span);
      EXPECT_EQ(bounds.speed, 0.0);
      EXPECT_EQ(bounds.acceleration, 0.0);
      EXPECT_EQ(bounds.angular_speed, 0.0);
      EXPECT_EQ(bounds.curvature, 0.0);
    }
  }
}
}  // namespace
}  // namespace graze
