// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>

#include <set>

#include "graze/base/error.h"
#include "graze/geometry/shapes.h"
#include "graze/math/rotation.h"
#include "graze/query/first_contact.h"
#include "graze/query/monitor.h"
#include "support/kitamura_scenes.h"
#include "support/octree_points.h"
#include "support/soups.h"
#include "support/trials.h"

namespace graze {
namespace {
/// Two boxes of side 1 whose centres are `gap` + 1 apart along x.
Scene two_boxes(double gap) {
  Scene scene;
  const Shape box = Shape::from_mesh(make_shape("box"), "box");
  add_body(scene, {.name = "left", .shape = box});
  add_body(scene, {.name = "right",
                   .shape = box,
                   .motion = Motion::still({Mat3::Identity(), Vec3(1.0 + gap, 0, 0)})});
  return scene;
}

Observation seen_at(double time, double x) {
  return {BodyId(0), time, Pose{Mat3::Identity(), Vec3(x, 0, 0)}, {}};
}

TEST(O6_Monitor, AnnouncesAheadOfTimeAndWithdrawsWhenTheMotionChanges) {
  OctreeMonitor monitor(two_boxes(1.0), {.horizon = 0.5, .steps = 5});
  // Towards the other box at speed 1: contact at x = 1, that is at t = 1.
  std::optional<double> announced_at;
  for (int k = 0; k <= 8; ++k) {
    const double t = 0.1 * k;
    monitor.observe(seen_at(t, t));
    for (const MonitorEvent& event : monitor.cycle(t)) {
      ASSERT_EQ(event.kind, MonitorEventKind::kAnnounced);
      ASSERT_FALSE(announced_at);
      announced_at = t;
      EXPECT_NEAR(event.earliest, 1.0, 1e-5);
      EXPECT_LE(event.earliest, 1.0);
      EXPECT_NEAR(event.lead(), 1.0 - t, 1e-5);
      EXPECT_FALSE(event.faces.empty());
      EXPECT_FALSE(event.is_coarse);
    }
  }
  ASSERT_TRUE(announced_at);
  EXPECT_NEAR(*announced_at, 0.5, 0.11);
  EXPECT_EQ(monitor.announced().size(), 1u);
  monitor.observe(seen_at(0.9, 0.7));  // turns back
  const auto events = monitor.cycle(0.9);
  ASSERT_EQ(events.size(), 1u);
  EXPECT_EQ(events[0].kind, MonitorEventKind::kWithdrawn);
  EXPECT_NEAR(events[0].earliest, 1.4, 1e-12);
  EXPECT_TRUE(monitor.announced().empty());
}

TEST(O6_Monitor, PoseAreTakenAtAnyRateAndGapsAreBridged) {
  OctreeMonitor monitor(two_boxes(1.0), {.horizon = 0.3, .steps = 2});
  // Fast and uneven observations, then none: the estimate goes on.
  for (const double t : {0.0, 0.01, 0.013, 0.1, 0.35}) monitor.observe(seen_at(t, t));
  EXPECT_TRUE(monitor.cycle(0.4).empty());
  EXPECT_EQ(monitor.cycle(0.75).size(), 1u);
}

TEST(O6_Monitor, WhatWasNotToBeForeseenIsToldInTheNextCycle) {
  OctreeMonitor monitor(two_boxes(1.0), {.horizon = 0.05, .steps = 1});
  monitor.observe(seen_at(0.0, 0.0));
  EXPECT_TRUE(monitor.cycle(0.0).empty());
  // Jumps through the other box between two cycles, and is far away again at both.
  monitor.observe(seen_at(1.0, 5.0));
  const auto events = monitor.cycle(1.0);
  ASSERT_EQ(events.size(), 1u);
  EXPECT_EQ(events[0].kind, MonitorEventKind::kAnnounced);
  EXPECT_LE(events[0].earliest, 1.0);
  EXPECT_NEAR(events[0].earliest, 0.2, 1e-5);
}

TEST(O6_Monitor, AStatedAccelerationWidensTheEstimate) {
  for (const double acceleration : {0.0, 10.0}) {
    OctreeMonitor monitor(two_boxes(1.0),
                          {.horizon = 0.5, .steps = 4, .acceleration = acceleration});
    monitor.observe(seen_at(0.0, 0.0));
    monitor.observe(seen_at(0.1, 0.0));  // stands, but may start: 10 t^2 / 2 is 1 at t = 0.447
    EXPECT_EQ(monitor.cycle(0.1).size(), acceleration > 0.0 ? 1u : 0u);
  }
}

TEST(O6_Monitor, AStatedAccelerationCountsForABodySeenByItsVerticesToo) {
  const Scene scene = two_boxes(1.0);
  const auto vertices = scene.bodies[1].shape.mesh().vertices();
  for (const double acceleration : {0.0, 10.0}) {
    OctreeMonitor monitor(scene, {.horizon = 0.5, .steps = 4, .acceleration = acceleration});
    for (const double t : {0.0, 0.1}) {
      monitor.observe({BodyId(1), t, {}, {vertices.begin(), vertices.end()}});
    }
    EXPECT_EQ(monitor.cycle(0.1).size(), acceleration > 0.0 ? 1u : 0u);
  }
}

TEST(O6_Monitor, AnyBudgetAnnouncesWhatTheFullOneDoes) {
  const Scene scene = test::kitamura_spheres(8, 80);
  const std::vector<Motion> motions = world_motions(scene);
  for (const std::uint64_t tests : {std::uint64_t{1}, std::uint64_t{30}, std::uint64_t{1000}}) {
    OctreeMonitor full(scene, {.horizon = 20.0}),
        cut(scene, {.horizon = 20.0, .tests_per_cycle = tests});
    std::size_t coarse = 0;
    for (int t = 0; t < 130; t += 5) {
      for (std::size_t i = 0; i < motions.size(); ++i) {
        const Observation seen{BodyId(i), double(t), pose_at(motions[i], t), {}};
        full.observe(seen);
        cut.observe(seen);
      }
      full.cycle(t);
      cut.cycle(t);
      std::set<std::pair<BodyId, BodyId>> by_cut;
      for (const MonitorEvent& event : cut.announced()) by_cut.emplace(event.a, event.b);
      for (const MonitorEvent& event : full.announced()) {
        EXPECT_TRUE(by_cut.contains({event.a, event.b})) << "cycle " << t;
      }
      coarse += cut.last_cycle().coarse_pairs;
    }
    EXPECT_TRUE(tests > 30 || coarse > 0);
  }
}

TEST(O6_Monitor, EveryCertifiedContactOfRandomFlightsIsAnnouncedBefore) {
  std::size_t contacts = 0, announcements = 0;
  for (std::size_t i = 0, n = test::trials(400); i < n; ++i) {
    auto random = test::generator(i);
    Scene scene;
    const Shape shape = Shape::from_mesh(make_shape("torus", {{"triangles", 128}}));
    for (int k = 0; k < 4; ++k) {
      // A turn about a fixed axis while the origin goes straight: what the monitor extrapolates.
      const Pose begin = test::random_pose(random, 1.5);
      const Pose end{times(rotation_from_vector(test::random_vector(random, 1.0)), begin.rotation),
                     begin.translation + test::random_vector(random, 2.0)};
      add_body(scene, {.name = "body " + std::to_string(k),
                       .shape = shape,
                       .motion = Motion::between(begin, end, {0.0, 1.0}, Interpolation::kSlerp)});
    }
    OctreeMonitor monitor(scene, {.horizon = 0.25, .steps = 3});
    std::set<std::pair<BodyId, BodyId>> announced;
    for (int cycle = 0; cycle <= 20; ++cycle) {
      const double t = cycle / 20.0;
      for (std::size_t k = 0; k < 4; ++k) {
        monitor.observe({BodyId(k), t, pose_at(scene.bodies[k].motion, t), {}});
      }
      for (const MonitorEvent& event : monitor.cycle(t)) {
        if (event.kind == MonitorEventKind::kWithdrawn) continue;
        announced.emplace(event.a, event.b);
      }
    }
    announcements += announced.size();
    for (const PairReport& pair : contacts_per_pair(scene)) {
      if (pair.report.outcome == Outcome::kSeparated) continue;
      ++contacts;
      EXPECT_TRUE(announced.contains({pair.a, pair.b})) << "trial " << i;
    }
  }
  std::printf("%zu contacts, %zu announced pairs\n", contacts, announcements);
  EXPECT_GT(contacts, 10u);
}

TEST(O6_Monitor, AProofTakesBackFalseAlarms) {
  // Two turning bars whose swept faces overlap although they pass each other.
  std::size_t plain = 0, confirmed = 0, contacts = 0;
  for (std::size_t i = 0, n = test::trials(400); i < n; ++i) {
    auto random = test::generator(i);
    Scene scene;
    const Shape bar = Shape::from_mesh(make_shape("box", {{"x", 2.0}, {"y", 0.1}, {"z", 0.1}}));
    for (int k = 0; k < 2; ++k) {
      const Pose begin = test::random_pose(random, 0.6);
      const Pose end{times(rotation_from_vector(test::random_vector(random, 1.0)), begin.rotation),
                     begin.translation};
      add_body(scene, {.name = "bar " + std::to_string(k),
                       .shape = bar,
                       .motion = Motion::between(begin, end, {0.0, 1.0}, Interpolation::kSlerp)});
    }
    const auto count = [&](const MonitorOptions& options) {
      OctreeMonitor monitor(scene, options);
      for (const double t : {0.0, 1e-3}) {
        for (std::size_t k = 0; k < 2; ++k) {
          monitor.observe({BodyId(k), t, pose_at(scene.bodies[k].motion, t), {}});
        }
      }
      monitor.cycle(1e-3);
      return monitor.announced().size();
    };
    const MonitorOptions options{.horizon = 0.99, .steps = 1};
    MonitorOptions proving = options;
    proving.confirm = confirm_by_proof();
    const std::size_t with = count(proving), without = count(options);
    EXPECT_LE(with, without);
    plain += without;
    confirmed += with;
    ContactOptions span;
    span.span = Interval(1e-3, 0.99);
    const bool touches = first_contact(scene, span).report.outcome != Outcome::kSeparated;
    contacts += touches;
    EXPECT_GE(with, std::size_t{touches}) << "trial " << i;
  }
  EXPECT_LT(confirmed, plain);
  EXPECT_LE(confirmed, contacts + 1);
}

TEST(O8_Monitor, ABodyThatSwellsIsAnnounced) {
  // It stays where it is; its vertices grow by 1 a second, so that it meets the other at t = 1.
  OctreeMonitor monitor(two_boxes(0.5), {.horizon = 0.4, .steps = 4, .depth = 3});
  const TriangleMesh box = make_shape("box");
  std::optional<double> at;
  for (int k = 0; k <= 8; ++k) {
    const double t = 0.1 * k;
    std::vector<Vec3> vertices;
    for (const Vec3& v : box.vertices()) vertices.push_back((1.0 + t) * v);
    monitor.observe({BodyId(0), t, {}, vertices});
    for (const MonitorEvent& event : monitor.cycle(t)) {
      ASSERT_EQ(event.kind, MonitorEventKind::kAnnounced);
      at = t;
      EXPECT_NEAR(event.earliest, 1.0, 1e-5);
      EXPECT_LE(event.earliest, 1.0);
    }
  }
  ASSERT_TRUE(at);
  EXPECT_NEAR(*at, 0.6, 0.11);
}

TEST(O8_Monitor, VerticesThatGoThereAndBackBetweenCyclesAreNotMissed) {
  OctreeMonitor monitor(two_boxes(0.5), {.horizon = 0.01, .steps = 1, .depth = 3});
  const TriangleMesh box = make_shape("box");
  const auto scaled = [&](double factor) {
    std::vector<Vec3> vertices;
    for (const Vec3& v : box.vertices()) vertices.push_back(factor * v);
    return vertices;
  };
  monitor.observe({BodyId(0), 0.0, {}, scaled(1.0)});
  EXPECT_TRUE(monitor.cycle(0.0).empty());
  monitor.observe({BodyId(0), 0.5, {}, scaled(2.5)});  // into the other box
  monitor.observe({BodyId(0), 1.0, {}, scaled(1.0)});
  EXPECT_EQ(monitor.cycle(1.0).size(), 1u);
}

TEST(O8_Monitor, OnlyASolidHoldsWhatIsInIt) {
  const Shape box = Shape::from_box({2, 2, 2}), soft = Shape::from_box({0.5, 0.5, 0.5});
  for (const bool is_box_hollow : {false, true}) {
    for (const bool is_soft_hollow : {false, true}) {
      Scene scene;
      add_body(scene, {.name = "box", .shape = box});
      add_body(scene, {.name = "soft", .shape = soft});
      if (is_box_hollow) scene.bodies[0].solid = false;
      if (is_soft_hollow) scene.bodies[1].solid = false;
      OctreeMonitor monitor(scene, {.horizon = 0.5, .steps = 2});
      const auto vertices = soft.mesh().vertices();
      monitor.observe({BodyId(1), 0.0, {}, {vertices.begin(), vertices.end()}});
      EXPECT_EQ(monitor.cycle(0.0).size(), is_box_hollow ? 0u : 1u) << is_soft_hollow;
    }
  }
}

TEST(O6_Monitor, AnswersDoNotDependOnTheNumberOfThreads) {
  const Scene scene = test::kitamura_spheres(8, 168);
  OctreeMonitor one(scene, {.horizon = 30.0, .threads = 1}), all(scene, {.horizon = 30.0});
  for (int t = 0; t < 120; t += 10) {
    for (std::size_t i = 0; i < 8; ++i) {
      const Observation seen{BodyId(i), double(t), pose_at(scene.bodies[i].motion, t), {}};
      one.observe(seen);
      all.observe(seen);
    }
    one.cycle(t);
    all.cycle(t);
    const auto a = one.announced(), b = all.announced();
    ASSERT_EQ(a.size(), b.size());
    for (std::size_t k = 0; k < a.size(); ++k) EXPECT_EQ(a[k].faces, b[k].faces);
  }
  EXPECT_EQ(one.announced().size(), 1u);
}

TEST(O6_Monitor, PairsThatMayTouchAreNotWatched) {
  Scene scene = two_boxes(-0.5);
  OctreeMonitor watching(scene);
  EXPECT_EQ(watching.cycle(0.0).size(), 1u);
  scene.may_touch = {{"left", "right"}};
  OctreeMonitor allowing(scene);
  EXPECT_TRUE(allowing.cycle(0.0).empty());
}

TEST(O6_Monitor, BadOptionsAndObservationsAreRefused) {
  const Scene scene = two_boxes(1.0);
  EXPECT_THROW(OctreeMonitor(scene, {.horizon = 0.0}), InputError);
  EXPECT_THROW(OctreeMonitor(scene, {.steps = 0}), InputError);
  EXPECT_THROW(OctreeMonitor(scene, {.depth = 11}), InputError);
  EXPECT_THROW(OctreeMonitor(scene, {.margin = -1.0}), InputError);
  EXPECT_THROW(OctreeMonitor(scene, {.acceleration = -1.0}), InputError);
  EXPECT_THROW(OctreeMonitor(scene, {.seconds_per_cycle = 0.0}), InputError);
  OctreeMonitor monitor(scene);
  monitor.observe(seen_at(1.0, 0.0));
  EXPECT_THROW(monitor.observe(seen_at(1.0, 0.0)), InputError);
  EXPECT_THROW(monitor.observe({BodyId(7), 1.0, Pose{}, {}}), InputError);
  EXPECT_THROW(monitor.observe({BodyId(1), 1.0, Pose{2.0 * Mat3::Identity(), Vec3::Zero()}, {}}),
               InputError);
  EXPECT_THROW(monitor.observe({BodyId(1), 1.0, {}, {Vec3::Zero()}}), InputError);
  monitor.cycle(2.0);
  EXPECT_THROW(monitor.cycle(1.0), InputError);
}

TEST(O6_Monitor, AnObservationThatIsRefusedChangesNothing) {
  OctreeMonitor monitor(two_boxes(1.0), {.horizon = 0.5, .steps = 5});
  const Pose twice_as_large{2.0 * Mat3::Identity(), Vec3::Zero()};
  const Pose far{Mat3::Identity(), Vec3(50, 0, 0)};
  EXPECT_THROW(monitor.observe({BodyId(1), 1.0, twice_as_large, {}}), InputError);
  EXPECT_THROW(monitor.observe({BodyId(1), 1.0, far, {Vec3::Zero()}}), InputError);
  std::size_t announced = 0;  // the other box is where it was
  for (int k = 0; k <= 8; ++k) {
    monitor.observe(seen_at(0.1 * k, 0.1 * k));
    announced += monitor.cycle(0.1 * k).size();
  }
  EXPECT_EQ(announced, 1u);
}
}  // namespace
}  // namespace graze
