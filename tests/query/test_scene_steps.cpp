// SPDX-License-Identifier: MIT
// Each contact and each parting of a walk in steps, whatever the length of the step.       [K3, K8]
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <random>

#include "graze/base/error.h"
#include "graze/methods/certified.h"
#include "graze/query/scene_steps.h"
#include "query/lines.h"
#include "support/trials.h"

namespace graze {
namespace {
using Kind = SceneEvent::Kind;

Scene cube_on_floor(Motion motion) {
  Scene scene;
  add_body(scene, {.name = "floor",
                   .shape = Shape::from_box({5.0, 5.0, 0.5}),
                   .motion = Motion::still({Mat3::Identity(), {0.0, 0.0, -0.5}})});
  add_body(
      scene,
      {.name = "cube", .shape = Shape::from_box(Vec3::Constant(0.5)), .motion = std::move(motion)});
  return scene;
}

/// Down to the floor and up again every 0.2 s: five times.
Scene bouncing_cube(double lift, double depth) {
  std::vector<TimedPose> poses;
  for (int i = 0; i <= 10; ++i) poses.push_back(at(0.1 * i, i % 2 == 0 ? 0.5 + lift : 0.5 - depth));
  return cube_on_floor(Motion::path(poses));
}

std::vector<SceneEvent> walk(const Scene& scene, double dt, SceneStepOptions options = {}) {
  SceneSteps steps(PreparedScene(scene), scene.span.lo, std::move(options));
  std::vector<SceneEvent> events;
  for (int i = 1; steps.time() < scene.span.hi; ++i) {
    for (SceneEvent& e : steps.advance_to(std::min(scene.span.hi, scene.span.lo + i * dt))) {
      events.push_back(std::move(e));
    }
  }
  return events;
}

/// Contact, parting, contact, parting …, each at its time.
void expect_contacts(const std::vector<SceneEvent>& events, const std::vector<double>& contacts,
                     const std::vector<double>& partings) {
  ASSERT_EQ(events.size(), contacts.size() + partings.size());
  for (std::size_t i = 0; i < events.size(); ++i) {
    const bool begins = i % 2 == 0;
    ASSERT_EQ(events[i].kind, begins ? Kind::kContact : Kind::kApart) << "event " << i;
    const double time = begins ? contacts.at(i / 2) : partings.at(i / 2);
    EXPECT_LE(events[i].report.time.lo, time + (begins ? 0.0 : 2e-5)) << "event " << i;
    EXPECT_NEAR(events[i].report.time.hi, time, 2e-5) << "event " << i;
    EXPECT_EQ(events[i].report.guarantee, Guarantee::kProved);
  }
}

TEST(K8_SceneSteps, ABouncingCubeTouchesFiveTimesWhateverTheStep) {
  for (const auto& [lift, depth] : {std::pair(0.5, 0.01), std::pair(0.05, 0.02)}) {
    const double fall = 0.1 * lift / (lift + depth);
    std::vector<double> contacts, partings;
    for (int k = 0; k < 5; ++k) {
      contacts.push_back(0.2 * k + fall);
      partings.push_back(0.2 * (k + 1) - fall);
    }
    for (const double dt : {0.01, 0.037, 0.05, 0.1, 0.2, 0.25, 0.3, 0.5, 1.0}) {
      SCOPED_TRACE("lift " + std::to_string(lift) + ", steps of " + std::to_string(dt));
      expect_contacts(walk(bouncing_cube(lift, depth), dt), contacts, partings);
    }
  }
}

TEST(K8_SceneSteps, ATurningRodMeetsAPegTwiceATurnWhateverTheStep) {
  Scene scene;
  add_body(scene, {.name = "peg",
                   .shape = Shape::from_box({0.02, 0.02, 0.5}),
                   .motion = Motion::still({Mat3::Identity(), {0.9, 0.0, 0.0}})});
  Motion::ScrewParameters turn;
  turn.axis = {0.0, 0.0, 1.0};
  turn.begin.rotation = Eigen::AngleAxisd(std::numbers::pi / 4, Vec3::UnitZ()).toRotationMatrix();
  turn.angle = 20.0 * std::numbers::pi;
  add_body(
      scene,
      {.name = "rod", .shape = Shape::from_box({1.0, 0.02, 0.02}), .motion = Motion::screw(turn)});
  // The rod's side reaches the peg's nearer corner where 0.88 sin x - 0.02 cos x = 0.02.
  const double reach = std::hypot(0.88, 0.02);
  const double meets = std::asin(0.02 / reach) + std::atan2(0.02, 0.88);
  std::vector<double> contacts, partings;
  for (int k = 1; k <= 20; ++k) {
    const double aligned = (k - 0.25) / 20.0;
    contacts.push_back(aligned - meets / turn.angle);
    partings.push_back(aligned + meets / turn.angle);
  }
  for (const double dt : {0.013, 0.04, 0.05, 0.11, 0.5, 1.0}) {
    SCOPED_TRACE("steps of " + std::to_string(dt));
    expect_contacts(walk(scene, dt), contacts, partings);
  }
}

TEST(K8_SceneSteps, WhatLiftsOffAndLandsIsSeenToDoSo) {
  const Scene scene = cube_on_floor(Motion::path({at(0.0, 0.5), at(0.5, 0.8), at(1.0, 0.4)}));
  for (const double dt : {0.09, 0.3, 1.0}) {
    const auto events = walk(scene, dt);
    ASSERT_EQ(events.size(), 3u) << dt;
    EXPECT_EQ(events[0].kind, Kind::kTouching);
    EXPECT_EQ(events[1].kind, Kind::kApart);
    EXPECT_NEAR(events[1].report.time.hi, 0.0, 1e-4);
    EXPECT_EQ(events[2].kind, Kind::kContact);
    EXPECT_NEAR(events[2].report.time.hi, 0.875, 1e-4);
  }
}

TEST(K8_SceneSteps, AnOverlapThatNoStepSawBeginsAndEnds) {
  const Scene scene = cube_on_floor(Motion::path({at(0.0, 0.4), at(0.5, 0.6), at(1.0, 0.4)}));
  for (const double dt : {0.07, 0.4, 1.0}) {
    const auto events = walk(scene, dt);
    ASSERT_EQ(events.size(), 3u) << dt;
    EXPECT_EQ(events[0].kind, Kind::kOverlap);
    EXPECT_EQ(events[1].kind, Kind::kApart);
    EXPECT_NEAR(events[1].report.time.hi, 0.25, 1e-4);
    EXPECT_NEAR(events[2].report.time.hi, 0.75, 1e-4);
  }
}

TEST(K8_SceneSteps, PartingsShorterThanTheGapMayBePassedOverAndLongerOnesNever) {
  const Scene scene = cube_on_floor(
      Motion::path({at(0.0, 0.4), at(0.49, 0.4), at(0.5, 0.6), at(0.51, 0.4), at(1.0, 0.4)}));
  EXPECT_EQ(walk(scene, 1.0, {.shortest_gap = 0.009}).size(), 3u);
  EXPECT_EQ(walk(scene, 1.0, {.shortest_gap = 0.3}).size(), 1u);
  EXPECT_THROW(walk(scene, 1.0, {.shortest_gap = 0.0}), InputError);
  EXPECT_THROW(walk(scene, 1.0, {.shortest_gap = NAN}), InputError);
}

TEST(K8_SceneSteps, ContactsOfBallsLieOnTheirSurfaces) {
  Scene scene;
  add_body(scene, {.name = "still", .shape = Shape::from_sphere(Vec3::Zero(), 0.5)});
  add_body(scene, {.name = "moving",
                   .shape = Shape::from_sphere(Vec3::Zero(), 0.25),
                   .motion = Motion::between({Mat3::Identity(), {0.0, 0.0, 2.0}}, {})});
  const auto events = walk(scene, 0.4);
  ASSERT_EQ(events.size(), 1u);
  EXPECT_NEAR(events[0].event.point.z(), 0.5, 1e-4);
  EXPECT_NEAR(events[0].report.time.hi, 0.625, 1e-4);
}

/// Random knots: a box that is swung about another, in touch for stretches of all lengths.
Scene random_swing(std::mt19937_64& random) {
  std::uniform_real_distribution<double> unit(-1.0, 1.0);
  std::vector<TimedPose> poses;
  for (int i = 0; i <= 6; ++i) {
    const Vec3 axis = Vec3(unit(random), unit(random), 1.5 + unit(random)).normalized();
    const Mat3 turned = Eigen::AngleAxisd(2.5 * unit(random), axis).toRotationMatrix();
    poses.push_back({i / 6.0, {turned, 0.9 * Vec3(unit(random), unit(random), unit(random))}});
  }
  Scene scene;
  add_body(scene, {.name = "block", .shape = Shape::from_box({0.3, 0.2, 0.25})});
  add_body(
      scene,
      {.name = "bar", .shape = Shape::from_box({0.5, 0.1, 0.15}), .motion = Motion::path(poses)});
  return scene;
}

/// Whether the events say that the pair is in touch at t; none where a bracket leaves it open.
std::optional<bool> touches_at(const std::vector<SceneEvent>& events, double t) {
  bool touches = false;
  for (const SceneEvent& e : events) {
    const Interval& time = e.report.time;
    if (time.lo - 1e-5 <= t && t <= time.hi + 1e-5) return std::nullopt;
    if (time.hi > t) break;
    touches = e.kind != Kind::kApart;
  }
  return touches;
}

TEST(K8_SceneSteps, EventsAlternateAndAgreeWithDistancesAtSampledInstants) {
  const std::size_t count = test::trials(200);
  std::size_t contacts = 0;
  for (std::size_t trial = 0; trial < count; ++trial) {
    auto random = test::generator(trial);
    const Scene scene = random_swing(random);
    const double dt = std::uniform_real_distribution<double>(0.03, 1.0)(random);
    SCOPED_TRACE("trial " + std::to_string(trial) + ", steps of " + std::to_string(dt));
    const auto events = walk(scene, dt);
    bool touches = false;
    for (const SceneEvent& e : events) {
      ASSERT_NE(e.kind, Kind::kUndecided);
      ASSERT_EQ(e.kind == Kind::kApart, touches);
      touches = e.kind != Kind::kApart;
      contacts += touches;
    }
    const CertifiedBody a{scene.bodies[0].shape.wide_tree(), scene.bodies[0].motion};
    const CertifiedBody b{scene.bodies[1].shape.wide_tree(), scene.bodies[1].motion};
    double apart_since = -1.0;  // while the events say contact
    for (int k = 0; k <= 600; ++k) {
      const double t = k / 600.0;
      const auto told = touches_at(events, t);
      const Interval distance = distance_at(a, b, t).distance;
      const bool in_touch = distance.hi == 0.0;
      ASSERT_FALSE(told.has_value() && !*told && in_touch) << "missed at " << t;
      if (told.value_or(false) && distance.lo > 1e-4) {
        if (apart_since < 0.0) apart_since = t;
        ASSERT_LE(t - apart_since, dt / 64.0 + 1e-9) << "a parting was passed over at " << t;
      } else {
        apart_since = -1.0;
      }
    }
  }
  EXPECT_GT(contacts, count);
}
}  // namespace
}  // namespace graze
