// SPDX-License-Identifier: MIT
// Joints and motors in worlds by volume.                                                  [V4, C11]
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "graze/base/error.h"
#include "graze/dynamics/world.h"
#include "graze/geometry/shapes.h"

namespace graze {
namespace {
WorldBody link(const std::string& name, const Vec3& half, const Vec3& at, Role role) {
  WorldBody body;
  body.body.name = name;
  body.body.shape = Shape::from_box(half);
  body.body.motion = Motion::still({Mat3::Identity(), at});
  body.role = role;
  body.density = 1000.0;
  return body;
}

WorldOptions by_volume_in_steps(double step) {
  WorldOptions options;
  options.contact = ContactMode::kVolume;
  options.step = step;
  options.volume.tolerance = 1e-9;
  return options;
}

/// A rod of half length 0.5 that hangs on an axis along y at its upper end, swung aside.
World pendulum(const WorldOptions& options, double angle, std::optional<JointMotor> motor = {}) {
  World world(options);
  world.add(link("base", {0.05, 0.05, 0.05}, {0, 0, 0}, Role::kStatic));
  WorldBody rod = link("rod", {0.02, 0.02, 0.5}, {0, 0, 0}, Role::kDynamic);
  const Mat3 turn = Eigen::AngleAxisd(angle, Vec3::UnitY()).toRotationMatrix();
  rod.body.motion = Motion::still({turn, turn * Vec3(0, 0, -0.5)});
  world.add(rod);
  WorldJoint joint;
  joint.kind = LinkKind::kRevolute;
  joint.a = BodyId(0);
  joint.b = BodyId(1);
  joint.axis = Vec3::UnitY();
  joint.motor = motor;
  world.add(joint);
  return world;
}

// T = 2 pi sqrt(I / (m g l)), I about the axis.
TEST(V4_SoftJoints, APendulumKeepsItsPeriod) {
  World world = pendulum(by_volume_in_steps(5e-4), 0.02);
  const double inertia = (1.0 * 1.0 + 0.04 * 0.04) / 12.0 + 0.25;  // by mass
  const double period = 2.0 * std::numbers::pi * std::sqrt(inertia / (9.81 * 0.5));
  double last = -1.0, crossing = 0.0;
  while (crossing == 0.0 && world.time() < 2.0) {
    world.step();
    const double now = world.state(BodyId(1)).pose.translation.x();
    if (last < 0.0 && now >= 0.0) crossing = world.time();
    last = now;
  }
  // It begins at x < 0 and is at 0 going up after a quarter of the period.
  EXPECT_NEAR(crossing, 0.25 * period, 0.01 * period);
  for (int step = 0; step < 2000; ++step) world.step();
  const Pose pose = world.state(BodyId(1)).pose;
  EXPECT_LT((pose * Vec3(0, 0, 0.5)).norm(), 1e-5) << "the axis holds";
}

TEST(V4_SoftJoints, AMotorTurnsWithItsSpeedAndItsMostForce) {
  WorldOptions options = by_volume_in_steps(1e-3);
  options.gravity = Vec3::Zero();
  World fast = pendulum(options, 0.0, JointMotor{2.0, kInfinity, {}});
  for (int step = 0; step < 200; ++step) fast.step();
  EXPECT_NEAR(fast.state(BodyId(1)).angular_velocity.y(), 2.0, 1e-4);
  EXPECT_NEAR(fast.state().joints[0].value, 0.4, 1e-3);
  World weak = pendulum(options, 0.0, JointMotor{100.0, 0.1, {}});
  const double mass = 1000.0 * 0.04 * 0.04 * 1.0;
  const double inertia = mass * ((1.0 + 0.04 * 0.04) / 12.0 + 0.25);
  for (int step = 0; step < 500; ++step) weak.step();
  EXPECT_NEAR(weak.state(BodyId(1)).angular_velocity.y(), 0.1 / inertia * 0.5, 1e-3);
}

TEST(V4_SoftJoints, LimitsStopAndWeakJointsBreak) {
  World world = pendulum(by_volume_in_steps(1e-3), 1.0);
  WorldJoint joint = world.joint(JointId(0));
  world.remove(JointId(0));
  joint.limits = Interval(-0.3, 0.3);
  world.add(joint);
  for (int step = 0; step < 1000; ++step) {
    world.step();
    EXPECT_LT(std::abs(world.state().joints[1].value), 0.3 + 1e-3);
  }
  world.remove(JointId(1));
  joint.limits.reset();
  joint.break_force = 1.0;  // the rod weighs 15.7 N
  world.add(joint);
  EXPECT_EQ(world.step().broken.size(), 1u);
}

}  // namespace
}  // namespace graze
