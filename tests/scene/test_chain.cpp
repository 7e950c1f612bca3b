// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <numbers>
#include <random>

#include "graze/base/error.h"
#include "graze/scene/joint.h"
#include "graze/scene/scene.h"
#include "support/trials.h"

namespace graze {
namespace {
using test::generator;
using test::trials;

double uniform(std::mt19937_64& random, double lo, double hi) {
  return std::uniform_real_distribution<double>(lo, hi)(random);
}

Vec3 random_vec(std::mt19937_64& random, double size) {
  return {uniform(random, -size, size), uniform(random, -size, size), uniform(random, -size, size)};
}

Pose random_pose(std::mt19937_64& random) {
  const Vec3 axis = (random_vec(random, 1.0) + Vec3(0.0, 0.0, 1.5)).normalized();
  return {Eigen::AngleAxisd(uniform(random, -3.0, 3.0), axis).toRotationMatrix(),
          random_vec(random, 2.0)};
}

Motion random_motion(std::mt19937_64& random) {
  switch (random() % 4) {
    case 0:
      return Motion::still(random_pose(random));
    case 1:
      return Motion::between(random_pose(random), random_pose(random));
    case 2:
      return revolute_motion({random_pose(random), Vec3::UnitY()}, uniform(random, -9.0, 9.0), 1.0);
    default:
      return prismatic_motion({random_pose(random), Vec3::UnitX()}, 0.0,
                              uniform(random, -9.0, 9.0));
  }
}

/// A tree of bodies: each hangs on an earlier one or on the world.
Scene random_tree(std::mt19937_64& random, std::size_t count) {
  Scene scene;
  for (std::size_t i = 0; i < count; ++i) {
    Body body{.name = "body " + std::to_string(i), .motion = random_motion(random)};
    if (i > 0 && random() % 4 != 0) body.parent = BodyId(random() % i);
    add_body(scene, std::move(body));
  }
  return scene;
}

/// Forward kinematics by products of poses: what the compositions must agree with.
Pose pose_by_products(const Scene& scene, BodyId body, double t) {
  Pose pose = pose_at(scene.bodies[body.index()].motion, t);
  for (auto up = scene.bodies[body.index()].parent; up; up = scene.bodies[up->index()].parent) {
    pose = pose_at(scene.bodies[up->index()].motion, t) * pose;
  }
  return pose;
}

double difference(const Pose& p, const Pose& q) {
  return std::max((p.rotation - q.rotation).cwiseAbs().maxCoeff(),
                  (p.translation - q.translation).cwiseAbs().maxCoeff());
}

TEST(C8_Chain, WorldMotionIsTheProductOfTheMotionsAlongTheChain) {
  const std::size_t count = trials(2000);
  for (std::size_t trial = 0; trial < count; ++trial) {
    auto random = generator(trial);
    const Scene scene = random_tree(random, 8);
    const std::vector<Motion> all = world_motions(scene);
    const double t = uniform(random, 0.0, 1.0);
    for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
      const Pose expected = pose_by_products(scene, BodyId(i), t);
      ASSERT_LT(difference(pose_at(world_motion(scene, BodyId(i)), t), expected), 1e-11);
      ASSERT_LT(difference(pose_at(all[i], t), expected), 1e-11);
    }
  }
}

TEST(C8_Chain, PairMotionsGiveTheSameRelativePoseAsTheWorldMotions) {
  const std::size_t count = trials(2000);
  for (std::size_t trial = 0; trial < count; ++trial) {
    auto random = generator(trial);
    const Scene scene = random_tree(random, 8);
    const BodyId a(random() % 8), b(random() % 8);
    const double t = uniform(random, 0.0, 1.0);
    const auto [motion_a, motion_b] = pair_motions(scene, a, b);
    const Pose expected = inverse(pose_by_products(scene, a, t)) * pose_by_products(scene, b, t);
    ASSERT_LT(difference(inverse(pose_at(motion_a, t)) * pose_at(motion_b, t), expected), 1e-11);
  }
}

TEST(C8_Chain, WhatCarriesBothDoesNotEnterTheirPairMotions) {
  Scene scene;
  auto random = generator(0);
  const BodyId truck = add_body(scene, {.name = "truck", .motion = random_motion(random)});
  const BodyId arm =
      add_body(scene, {.name = "arm",
                       .motion = Motion::between(random_pose(random), random_pose(random)),
                       .parent = truck});
  const BodyId load = add_body(
      scene, {.name = "load", .motion = Motion::still(random_pose(random)), .parent = truck});
  EXPECT_EQ(common_ancestor(scene, arm, load), truck);
  const auto [motion_arm, motion_load] = pair_motions(scene, arm, load);
  EXPECT_TRUE(motion_load.is_still());
  EXPECT_EQ(difference(pose_at(motion_arm, 0.3), pose_at(scene.bodies[1].motion, 0.3)), 0.0);
  const auto [of_truck, of_load] = pair_motions(scene, truck, load);
  EXPECT_EQ(difference(pose_at(of_truck, 0.7), Pose{}), 0.0) << "the carrier is its own frame";
}

TEST(C8_Chain, CommonAncestorIsTheNearestOrNone) {
  Scene scene;
  for (int i = 0; i < 6; ++i) add_body(scene, {.name = std::to_string(i)});
  const auto hang = [&](std::size_t child, std::size_t parent) {
    scene.bodies[child].parent = BodyId(parent);
  };
  hang(1, 0);
  hang(2, 1);
  hang(3, 1);
  hang(5, 4);
  EXPECT_EQ(common_ancestor(scene, BodyId(2), BodyId(3)), BodyId(1));
  EXPECT_EQ(common_ancestor(scene, BodyId(2), BodyId(1)), BodyId(1));
  EXPECT_EQ(common_ancestor(scene, BodyId(2), BodyId(0)), BodyId(0));
  EXPECT_EQ(common_ancestor(scene, BodyId(3), BodyId(5)), std::nullopt);
}

TEST(C8_Joint, UniformRangeTurnsAboutTheJointAxisByAnyNumberOfTurns) {
  const JointFrame frame{{Mat3::Identity(), {1.0, 2.0, 3.0}}, {0.0, 0.0, 2.0}};
  const Motion motion = revolute_motion(frame, 0.5, 0.5 + 9.0 * std::numbers::pi, {0.0, 3.0});
  const Pose third = pose_at(motion, 1.0);
  const Mat3 expected =
      Eigen::AngleAxisd(0.5 + 3.0 * std::numbers::pi, Vec3::UnitZ()).toRotationMatrix();
  EXPECT_LT((third.rotation - expected).norm(), 1e-13);
  EXPECT_LT((third.translation - Vec3(1.0, 2.0, 3.0)).norm(), 1e-14);
}

TEST(C8_Joint, TimedValuesAgreeWithLinearInterpolationOverManyTurns) {
  const std::vector<TimedValue> values{{0.0, 0.0}, {1.0, 20.0}, {2.0, 19.5}, {4.0, -3.0}};
  const JointFrame frame{{Mat3::Identity(), {1.0, 0.0, 0.0}}, Vec3::UnitX()};
  const Motion turning = revolute_motion(frame, values);
  const Motion sliding = prismatic_motion(frame, values);
  for (int i = 0; i <= 400; ++i) {
    const double t = 0.01 * i;
    std::size_t k = 1;
    while (k + 1 < values.size() && values[k].time < t) ++k;
    const double s = (t - values[k - 1].time) / (values[k].time - values[k - 1].time);
    const double value = values[k - 1].value + s * (values[k].value - values[k - 1].value);
    const Mat3 turned = Eigen::AngleAxisd(value, Vec3::UnitX()).toRotationMatrix();
    EXPECT_LT((pose_at(turning, t).rotation - turned).norm(), 1e-12) << t;
    EXPECT_LT((pose_at(sliding, t).translation - Vec3(1.0 + value, 0.0, 0.0)).norm(), 1e-12) << t;
  }
}

TEST(C8_Joint, BadValuesAreRefused) {
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const std::vector<TimedValue> backwards{{0.0, 0.0}, {0.0, 1.0}};
  EXPECT_THROW(revolute_motion({}, 0.0, nan), InputError);
  EXPECT_THROW(revolute_motion({{}, Vec3::Zero()}, 0.0, 1.0), InputError);
  EXPECT_THROW(revolute_motion({}, backwards), InputError);
  EXPECT_THROW(prismatic_motion({}, backwards), InputError);
  EXPECT_THROW(prismatic_motion({}, std::vector<TimedValue>{{0.0, 1.0}}), InputError);
  const std::vector<TimedValue> too_far{{0.0, 0.0}, {1.0, 1e6}};
  EXPECT_THROW(revolute_motion({}, too_far), InputError);
}

}  // namespace
}  // namespace graze
