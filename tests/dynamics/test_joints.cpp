// SPDX-License-Identifier: MIT
// Joints of a world against closed forms: all seven kinds, motors, limits, friction, breaking.
#include <gtest/gtest.h>

#include <cmath>

#include "dynamics/world_scenes.h"
#include "graze/math/rotation.h"

namespace graze {
namespace {
using scenes::box_of;
using scenes::kG;

struct Hinged {
  World world{scenes::without_clamp()};
  BodyId base, body;
  JointId joint;
};

/// A static base at the origin, a box, a joint between them.
Hinged hinged(WorldJoint joint, const Vec3& at, const Vec3& half = {0.05, 0.05, 0.05}) {
  Hinged out;
  out.base = out.world.add(box_of("base", {0.01, 0.01, 0.01}, {0, 0, 0}, Role::kStatic));
  out.body = out.world.add(box_of("body", half, at));
  joint.a = out.base;
  joint.b = out.body;
  out.joint = out.world.add(joint);
  return out;
}

void run_joints(World& world, double seconds) {
  const int steps = static_cast<int>(std::lround(seconds / world.options().step));
  for (int i = 0; i < steps; ++i) world.step();
}

WorldJoint joint_of(LinkKind kind, const Vec3& axis = Vec3::UnitZ()) {
  WorldJoint joint;
  joint.kind = kind;
  joint.axis = axis;
  return joint;
}

TEST(C11_Joints, FixedBodiesFlyAsOne) {
  World world(scenes::without_clamp());
  WorldBody thrown = box_of("a", {0.1, 0.1, 0.1}, {0, 0, 0});
  thrown.velocity = {1, 0, 2};
  WorldBody other = box_of("b", {0.1, 0.05, 0.05}, {0.3, 0, 0.1});
  other.velocity = thrown.velocity;
  WorldJoint joint = joint_of(LinkKind::kFixed);
  joint.a = world.add(thrown);
  joint.b = world.add(other);
  joint.point = {0.15, 0, 0};
  world.add(joint);
  world.set_force(joint.a, Vec3::Zero(), {0.05, 0.1, 0.02});
  const auto between = [&] {
    return inverse(world.state(joint.a).pose) * world.state(joint.b).pose;
  };
  const Pose before = between();
  run_joints(world, 1.0);
  EXPECT_LT((between().translation - before.translation).norm(), 1e-7);
  EXPECT_LT((between().rotation - before.rotation).norm(), 1e-7);
  const double ma = world.mass(joint.a).mass, mb = world.mass(joint.b).mass, t = world.time();
  const Vec3 centre =
      (ma * world.state(joint.a).pose.translation + mb * world.state(joint.b).pose.translation) /
      (ma + mb);
  const Vec3 start = mb / (ma + mb) * Vec3(0.3, 0, 0.1);
  const Vec3 expected = start + t * Vec3(1, 0, 2) + 0.5 * t * t * Vec3(0, 0, -kG);
  EXPECT_LT((centre - expected).norm(), 1e-6);
}

TEST(C11_Joints, ASliderAcceleratesDownItsRailAndStopsAtItsLimit) {
  const double slope = 0.5;
  WorldJoint joint = joint_of(LinkKind::kPrismatic, {std::cos(slope), 0, -std::sin(slope)});
  Hinged free = hinged(joint, {0, 0, 0});
  run_joints(free.world, 0.5);
  const double t = free.world.time(), s = 0.5 * kG * std::sin(slope) * t * t;
  EXPECT_NEAR(free.world.state().joints[0].value, s, 1e-6);
  joint.limits = Interval{-0.1, 0.2};
  Hinged limited = hinged(joint, {0, 0, 0});
  run_joints(limited.world, 1.0);
  EXPECT_NEAR(limited.world.state().joints[0].value, 0.2, 1e-6);
  EXPECT_LT(limited.world.state(limited.body).velocity.norm(), 1e-6);
}

TEST(C11_Joints, FrictionOfAJointHoldsUpToItsForce) {
  WorldJoint joint = joint_of(LinkKind::kPrismatic, {0, 0, -1});
  const double weight = 1000.0 * 0.001 * kG;
  joint.friction = 1.5 * weight;
  Hinged held = hinged(joint, {0, 0, 0});
  run_joints(held.world, 0.5);
  EXPECT_NEAR(held.world.state().joints[0].value, 0.0, 1e-6);
  joint.friction = 0.5 * weight;
  Hinged sliding = hinged(joint, {0, 0, 0});
  run_joints(sliding.world, 0.5);
  EXPECT_NEAR(sliding.world.state(sliding.body).velocity.z(), -0.5 * kG * 0.5, 1e-3);
}

TEST(C11_Joints, ADoublePendulumOfBallsKeepsItsEnergyAndItsPoints) {
  World world(scenes::without_clamp());
  world.add(box_of("base", {0.01, 0.01, 0.01}, {0, 0, 0}, Role::kStatic));
  const BodyId upper = world.add(box_of("upper", {0.2, 0.02, 0.02}, {0.2, 0, 0}));
  const BodyId lower = world.add(box_of("lower", {0.2, 0.02, 0.02}, {0.62, 0, 0}));
  WorldJoint joint = joint_of(LinkKind::kBall);
  joint.a = BodyId(0), joint.b = upper;
  world.add(joint);
  joint.a = upper, joint.b = lower, joint.point = {0.41, 0, 0};
  world.add(joint);
  const double energy = world.energy().total();
  const double swing = kG * 0.82 * (world.mass(upper).mass + world.mass(lower).mass);
  for (int i = 0; i < 120; ++i) {
    world.step();
    EXPECT_NEAR(world.energy().total(), energy, 0.02 * swing) << "step " << i;
    const Vec3 p = world.state(upper).pose * Vec3(0.21, 0, 0);
    const Vec3 q = world.state(lower).pose * Vec3(-0.21, 0, 0);
    ASSERT_LT((p - q).norm(), 1e-6) << "step " << i;
  }
}

TEST(C11_Joints, ANutGoesDownItsScrewAsItsInertiaAllows) {
  WorldJoint joint = joint_of(LinkKind::kScrew, {0, 0, -1});
  joint.pitch = 0.02;
  Hinged nut = hinged(joint, {0, 0, 0});
  const MassModel& m = nut.world.mass(nut.body);
  run_joints(nut.world, 0.5);
  // Falling by p a turned radian: (m + I / p^2) a = m g.
  const double a = m.mass * kG / (m.mass + m.inertia(2, 2) / (joint.pitch * joint.pitch));
  const double t = nut.world.time();
  EXPECT_NEAR(-nut.world.state(nut.body).pose.translation.z(), 0.5 * a * t * t, 1e-4 * a);
  EXPECT_NEAR(-nut.world.state(nut.body).velocity.z(), a * t, 1e-3 * a);
}

TEST(C11_Joints, ARodKeepsItsLength) {
  WorldJoint joint = joint_of(LinkKind::kDistance);
  joint.point_b = {0.6, 0, 0};
  Hinged bob = hinged(joint, {0.6, 0, 0});
  const double energy = bob.world.energy().total();
  for (int i = 0; i < 120; ++i) {
    bob.world.step();
    ASSERT_NEAR(bob.world.state(bob.body).pose.translation.norm(), 0.6, 1e-7);
  }
  const double mass = bob.world.mass(bob.body).mass;
  EXPECT_NEAR(bob.world.energy().total(), energy, 0.01 * mass * kG * 0.6);
}

TEST(C11_Joints, GearsTurnAgainstEachOtherByTheirRatio) {
  WorldOptions options = scenes::without_clamp();
  options.gravity = Vec3::Zero();
  World world(options);
  world.add(box_of("base", {0.01, 0.01, 0.01}, {0, 0, 0}, Role::kStatic));
  const BodyId a = world.add(box_of("a", {0.1, 0.1, 0.02}, {0, 0, 1}));
  const BodyId b = world.add(box_of("b", {0.05, 0.05, 0.02}, {0.5, 0, 1}));
  for (const BodyId wheel : {a, b}) {
    WorldJoint hinge = joint_of(LinkKind::kRevolute);
    hinge.a = BodyId(0), hinge.b = wheel;
    hinge.point = world.state(wheel).pose.translation;
    world.add(hinge);
  }
  WorldJoint gear = joint_of(LinkKind::kGear);
  gear.a = a, gear.b = b, gear.ratio = 2.0;
  world.add(gear);
  const double torque = 0.01;
  world.set_force(a, Vec3::Zero(), {0, 0, torque});
  run_joints(world, 1.0);
  const double inertia = world.mass(a).inertia(2, 2) + 4.0 * world.mass(b).inertia(2, 2);
  const double expected = torque / inertia * world.time();
  EXPECT_NEAR(world.state(a).angular_velocity.z(), expected, 1e-3 * expected);
  EXPECT_NEAR(world.state(b).angular_velocity.z(), -2.0 * expected, 2e-3 * expected);
}

TEST(C11_Joints, MotorsDriveToTheirSpeedAndServosToTheirTarget) {
  WorldJoint joint = joint_of(LinkKind::kRevolute);
  joint.motor = JointMotor{.speed = 2.0};
  Hinged driven = hinged(joint, {0, 0, 0});
  run_joints(driven.world, 0.5);
  EXPECT_NEAR(driven.world.state(driven.body).angular_velocity.z(), 2.0, 1e-6);
  EXPECT_NEAR(driven.world.state().joints[0].value, 2.0 * driven.world.time(), 2e-2);

  const double inertia = driven.world.mass(driven.body).inertia(2, 2);
  joint.motor = JointMotor{.speed = 100.0, .most_force = 0.5 * inertia};
  Hinged weak = hinged(joint, {0, 0, 0});
  run_joints(weak.world, 0.5);
  EXPECT_NEAR(weak.world.state(weak.body).angular_velocity.z(), 0.5 * 0.5, 1e-3);

  joint.motor = JointMotor{.speed = 3.0, .target = 1.0};
  Hinged servo = hinged(joint, {0, 0, 0});
  run_joints(servo.world, 1.0);
  EXPECT_NEAR(servo.world.state().joints[0].value, 1.0, 1e-4);
}

TEST(C11_Joints, AJointBreaksAboveItsForceAndHoldsBelow) {
  const double weight = 1000.0 * 0.001 * kG;
  for (const double share : {0.95, 1.05}) {
    WorldJoint joint = joint_of(LinkKind::kFixed);
    joint.break_force = share * weight;
    Hinged hung = hinged(joint, {0.02, 0, -0.3});
    bool broke = false;
    for (int i = 0; i < 30; ++i) broke = !hung.world.step().broken.empty() || broke;
    EXPECT_EQ(broke, share < 1.0);
    const double fallen = -0.3 - hung.world.state(hung.body).pose.translation.z();
    EXPECT_EQ(fallen > 0.1, share < 1.0) << fallen;
  }
}

TEST(C11_Joints, AJointIsSwitchedOffAndOn) {
  Hinged hung = hinged(joint_of(LinkKind::kFixed), {0, 0, -0.3});
  hung.world.enable(hung.joint, false);
  run_joints(hung.world, 0.2);
  EXPECT_NEAR(hung.world.state(hung.body).velocity.z(), -kG * hung.world.time(), 1e-9);
}

TEST(C11_World, RollingFrictionStopsABallAsItsLeverSays) {
  for (const double rolling : {0.0, 0.002}) {
    WorldOptions options = scenes::without_clamp();
    options.material.rolling = rolling;
    World world(options);
    scenes::add_floor(world);
    const double r = 0.1;
    WorldBody ball =
        scenes::body_of("ball", Shape::from_sphere({0, 0, 0}, r), Vec3(0, 0, r + 1.7e-5));
    ball.velocity = {1, 0, 0};
    ball.angular_velocity = {0, 1.0 / r, 0};
    const BodyId id = world.add(ball);
    run_joints(world, 1.0);
    // (I + m r^2) dw/dt = -rolling m g about the point of contact.
    const double loss = rolling * kG / (1.4 * r) * world.time();
    EXPECT_NEAR(world.state(id).velocity.x(), 1.0 - loss, 2e-3) << rolling;
  }
}

TEST(C11_World, SpinningFrictionStopsATop) {
  WorldOptions options = scenes::without_clamp();
  options.material.spinning = 0.001;
  World world(options);
  scenes::add_floor(world);
  WorldBody ball =
      scenes::body_of("ball", Shape::from_sphere({0, 0, 0}, 0.1), Vec3(0, 0, 0.1 + 1.7e-5));
  ball.angular_velocity = {0, 0, 5};
  const BodyId id = world.add(ball);
  run_joints(world, 1.0);
  const double loss = 0.001 * kG / (0.4 * 0.1 * 0.1) * world.time();
  EXPECT_NEAR(world.state(id).angular_velocity.z(), 5.0 - loss, 1e-2);
}
}  // namespace
}  // namespace graze
