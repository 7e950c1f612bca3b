// SPDX-License-Identifier: MIT
// What the paper assumes away is seen, not missed; and what the method promises about its cost.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "graze/geometry/shapes.h"
#include "graze/motion/accelerated_motion.h"
#include "graze/query/step_contact.h"
#include "support/solids.h"
#include "support/soups.h"
#include "support/trials.h"

namespace graze {
namespace {
using test::line;
using test::question;
using test::solid;
using test::still_at;

const TriangleMesh& cube() {
  static const TriangleMesh mesh = test::box_mesh({0.5, 0.5, 0.5});
  return mesh;
}

TEST(K8_Assumptions, OneBodyInsideTheOtherAtTheEndIsToldAndHandedOver) {
  const auto big = test::box_mesh({3, 3, 3});
  const auto dive = line({0, 0, 4}, {0, 0, 0});
  const auto alone =
      first_contact_by_backtracking(solid(big, still_at({0, 0, 0})), solid(cube(), dive));
  EXPECT_EQ(alone.report.outcome, Outcome::kUndecided);
  EXPECT_EQ(alone.report.undecided, Undecided::kInsideAtEnd);
  const auto answer = step_contact(question(big, still_at({0, 0, 0}), cube(), dive));
  EXPECT_EQ(answer.report.outcome, Outcome::kContact);
  EXPECT_EQ(answer.report.method, Method::kCertified);
  EXPECT_NEAR(answer.report.time.hi, 0.5 / 4.0, 1e-5);
}

TEST(K8_Assumptions, PassingThroughAPlateInOneStepIsCaughtByTheHandOver) {
  const auto plate = test::box_mesh({2, 2, 0.01});
  const auto pass = line({0, 0, 2}, {0, 0, -2});
  const auto alone =
      first_contact_by_backtracking(solid(plate, still_at({0, 0, 0})), solid(cube(), pass));
  EXPECT_EQ(alone.report.outcome, Outcome::kSeparated);
  EXPECT_EQ(alone.report.guarantee, Guarantee::kSampled);
  const auto answer = step_contact(question(plate, still_at({0, 0, 0}), cube(), pass));
  EXPECT_EQ(answer.report.outcome, Outcome::kContact);
  EXPECT_EQ(answer.report.guarantee, Guarantee::kProved);
}

TEST(K8_Assumptions, IntersectingAtBothEndsIsOverlapAtStart) {
  const auto a = solid(cube(), still_at({0, 0, 0})),
             b = solid(cube(), line({0.5, 0.2, 0.1}, {0.6, 0.1, 0.2}));
  const auto alone = first_contact_by_backtracking(a, b);
  EXPECT_EQ(alone.report.outcome, Outcome::kOverlapAtStart);
  EXPECT_EQ(alone.report.start, StartState::kOverlapping);
  EXPECT_FALSE(alone.report.reason.empty());
}

TEST(K8_Assumptions, AnOpenMeshIsToldOrHandedOver) {
  std::vector<Triangle> open(cube().triangles().begin(), cube().triangles().end());
  open.pop_back();
  const TriangleMesh lidless({cube().vertices().begin(), cube().vertices().end()}, open);
  const auto q = question(lidless, still_at({0, 0, 0}), cube(), line({0, 0, 1.2}, {0, 0, 0.8}));
  const auto alone = step_contact(q, nullptr, {.hand_over = false});
  EXPECT_EQ(alone.report.outcome, Outcome::kUndecided);
  EXPECT_EQ(alone.report.undecided, Undecided::kNotClosed);
  const auto answer = step_contact(q);
  EXPECT_EQ(answer.report.outcome, Outcome::kContact);
  EXPECT_EQ(answer.report.method, Method::kCertified);
}

TEST(K8_Assumptions, RestingBodiesMaySlideAndPressingIsAContactAtOnce) {
  const auto floor = solid(test::box_mesh({4, 4, 0.5}), still_at({0, 0, -0.5}));
  const auto slide =
      first_contact_by_backtracking(floor, solid(cube(), line({0, 0, 0.5}, {0.3, 0.1, 0.5})));
  EXPECT_EQ(slide.report.outcome, Outcome::kSeparated);
  const auto press =
      first_contact_by_backtracking(floor, solid(cube(), line({0, 0, 0.5}, {0.01, 0, 0.45})));
  ASSERT_EQ(press.report.outcome, Outcome::kContact);
  EXPECT_LE(press.report.time.hi, 1e-4);
  EXPECT_EQ(press.event.kind, ContactKind::kFaceFace);
  EXPECT_NEAR(press.event.normal.z(), 1.0, 1e-9);
}

TEST(K8_Assumptions, HandOverMissesNothingOnLargeSteps) {
  const std::size_t count = test::trials(4'000);
  std::size_t contacts = 0, handed = 0, by_plane = 0;
  const std::vector<TriangleMesh> meshes{
      cube(), test::box_mesh({1, 1, 0.02}), make_shape("torus", {{"triangles", 128}}),
      make_shape("icosphere", {{"triangles", 80}}), make_shape("l_bracket")};
  for (std::size_t trial = 0; trial < count; ++trial) {
    auto random = test::generator(trial);
    const auto pose = [&] {
      return Pose{test::random_rotation(random), test::random_vector(random, 2.0)};
    };
    const auto move = [&] {
      return Motion::between(pose(), pose(), {0, 1}, Interpolation::kSlerp);
    };
    PairQuestion q = question(meshes[random() % meshes.size()], move(),
                              meshes[random() % meshes.size()], move());
    const ContactReport truth = choose_method(q, {.method = Method::kCertified}).answer(q);
    const StepContact answer = step_contact(q);
    ASSERT_EQ(answer.report.outcome, truth.outcome) << "trial " << trial;
    if (answer.report.outcome == Outcome::kContact) {
      ASSERT_GE(answer.report.time.hi, truth.time.lo);
    }
    contacts += truth.outcome == Outcome::kContact;
    handed += answer.handed_over;
    by_plane += answer.work.separated_by_plane;
  }
  std::printf("[ large    ] %zu steps: %zu contacts, %zu handed over, %zu proved free by a plane\n",
              count, contacts, handed, by_plane);
  EXPECT_GT(by_plane, 0u);
}

TEST(K3_Cost, PairsWithDistantExtentsCostTheSameForAnyNumberOfTriangles) {
  std::uint64_t tests = 0;
  for (const double triangles : {80.0, 1280.0, 20480.0}) {
    const TriangleMesh ball = make_shape("icosphere", {{"triangles", triangles}});
    const auto result = first_contact_by_backtracking(solid(ball, line({0, 0, 0}, {0.1, 0, 0})),
                                                      solid(ball, line({2, 0, 0}, {1.9, 0.1, 0})));
    EXPECT_EQ(result.report.guarantee, Guarantee::kProved);
    EXPECT_EQ(result.work.instants, 0u);
    EXPECT_EQ(result.work.transforms, 0u);
    EXPECT_EQ(result.work.support_queries, 0u);
    if (tests == 0) tests = result.report.stats.box_tests;
    EXPECT_EQ(result.report.stats.box_tests, tests);
  }
}

TEST(K4_Cost, EachInvolvedVertexIsTransformedOncePerIteration) {
  // A pyramid, tip down, through the top of a box: involved are its tip and the three ends of the
  // edges through the top.
  const TriangleMesh pyramid({{0, 0, 0}, {1, 0, 2}, {-0.5, 0.8, 2}, {-0.5, -0.8, 2}},
                             {{0, 2, 1}, {0, 3, 2}, {0, 1, 3}, {1, 2, 3}});
  const auto box = solid(test::box_mesh({2, 2, 1}), still_at({0.3, 0.2, -1}));
  std::vector<BacktrackingIteration> trace;
  BacktrackingOptions options;
  options.trace = [&](const BacktrackingIteration& i) { trace.push_back(i); };
  const auto result =
      first_contact_by_backtracking(box, solid(pyramid, line({0, 0, 0.1}, {0, 0, -0.1})), options);
  ASSERT_EQ(result.report.outcome, Outcome::kContact);
  ASSERT_GT(trace.size(), 10u);
  EXPECT_EQ(trace.size(), result.work.iterations);
  for (const BacktrackingIteration& i : trace) {
    EXPECT_EQ(i.transforms, 4u);
    EXPECT_GT(i.vertex_uses, i.transforms) << "shared vertices are asked for more often";
  }
  // The same pyramid as part of a mesh of thousands of triangles costs the same.
  const auto finer =
      solid(make_shape("box", {{"x", 4}, {"y", 4}, {"z", 2}, {"triangles", 12 * 400}}),
            still_at({0.3, 0.2, -1}));
  trace.clear();
  first_contact_by_backtracking(finer, solid(pyramid, line({0, 0, 0.1}, {0, 0, -0.1})), options);
  for (const BacktrackingIteration& i : trace) EXPECT_EQ(i.transforms, 4u);
}

TEST(K4_Search, LaterElementsWaitOnTheStackAndTheEarliestWins) {
  // A cube falls tilted: its corners reach the floor one after the other.
  const auto floor = solid(test::box_mesh({4, 4, 0.5}), still_at({0, 0, -0.5}));
  const Mat3 tilt = Eigen::AngleAxisd(0.1, Vec3(1, 0.7, 0).normalized()).toRotationMatrix();
  double low = 0.0;
  std::vector<double> heights;
  for (const Vec3& v : cube().vertices()) heights.push_back((tilt * v).z());
  std::sort(heights.begin(), heights.end());
  low = heights[0];
  const Motion fall = Motion::between({tilt, {0, 0, -low + 0.1}}, {tilt, {0, 0, -low - 0.2}});
  const auto body = solid(cube(), fall);
  const auto result = first_contact_by_backtracking(floor, body);
  ASSERT_EQ(result.report.outcome, Outcome::kContact);
  EXPECT_GT(result.work.suspended_lists, 0u);
  EXPECT_NEAR(result.report.time.hi, 0.1 / 0.3, 1e-5);
  EXPECT_EQ(result.event.kind, ContactKind::kVertexFace);
  // With a reach and an epsilon to the second corner, both are one event.
  const double step = heights[1] - low;
  const auto wide = first_contact_by_backtracking(
      floor, body, {.epsilon = 1.1 * step / 0.3, .reach = 1.1 * step});
  ASSERT_EQ(wide.report.outcome, Outcome::kContact);
  EXPECT_EQ(wide.event.contacts.size(), 2u);
  EXPECT_EQ(wide.report.contacts.size(), 1u) << "the report keeps to the tolerance";
  EXPECT_EQ(wide.report.time, result.report.time);
}

TEST(K4_Search, SwappedBodiesGiveTheSameEventTurnedRound) {
  const auto a = solid(make_shape("l_bracket"), still_at({0, 0, 0}));
  const Mat3 turn = Eigen::AngleAxisd(0.4, Vec3(1, 2, 3).normalized()).toRotationMatrix();
  const auto b = solid(cube(), Motion::between({turn, {0.9, 0.05, 1.2}}, {turn, {0.8, 0.0, 0.6}}));
  const auto ab = first_contact_by_backtracking(a, b), ba = first_contact_by_backtracking(b, a);
  ASSERT_EQ(ab.report.outcome, Outcome::kContact);
  EXPECT_NEAR(ab.report.time.hi, ba.report.time.hi, 1e-5);
  EXPECT_LT((ab.event.normal + ba.event.normal).norm(), 1e-9);
  EXPECT_LT((ab.event.centroid - ba.event.centroid).norm(), 1e-5);
}

TEST(K4_Search, StatesWithVelocityAndAccelerationAreMotionsLikeOthers) {
  const auto floor = solid(test::box_mesh({4, 4, 0.5}), still_at({0, 0, -0.5}));
  AcceleratedState state;
  state.pose.translation = {0, 0, 1};
  state.velocity = {1, 0, 0.5};
  state.acceleration = {0, 0, -9.81};
  const auto result = first_contact_by_backtracking(
      floor, solid(cube(), accelerated_motion(state, {0.0, 0.5})), {.span = {0.0, 0.42}});
  ASSERT_EQ(result.report.outcome, Outcome::kContact);
  const double fall = (0.5 + std::sqrt(0.25 + 2 * 9.81 * 0.5)) / 9.81;  // 0.5 down, thrown up
  EXPECT_NEAR(result.report.time.hi, fall, 1e-6);
  EXPECT_NEAR(result.report.closing_speed, 9.81 * fall - 0.5, 1e-3);
}

TEST(K8_Coherence, RememberedPlanesAndFrontsSaveWorkAndChangeNoAnswer) {
  const TriangleMesh ball = make_shape("icosphere", {{"triangles", 1280}});
  const auto torus = solid(make_shape("torus", {{"triangles", 1000}}), still_at({0, 0, 0}));
  const Motion circle =
      Motion::screw({.begin = {Mat3::Identity(), {1.05, 0, 0.1}}, .angle = 2 * std::numbers::pi});
  const auto body = solid(ball, circle);
  BacktrackingCache cache;
  BacktrackingWork with, without;
  Stats stats_with, stats_without;
  for (int i = 0; i < 200; ++i) {
    const BacktrackingOptions options{.span = {i / 200.0, (i + 1) / 200.0}};
    const auto kept = first_contact_by_backtracking(torus, body, options, &cache);
    const auto fresh = first_contact_by_backtracking(torus, body, options);
    ASSERT_EQ(kept.report.outcome, fresh.report.outcome);
    ASSERT_EQ(kept.report.time, fresh.report.time);
    with += kept.work, without += fresh.work;
    stats_with += kept.report.stats, stats_without += fresh.report.stats;
  }
  std::printf(
      "[ coherence] with: %llu supports, %llu box tests, %llu instants; without: %llu, %llu, "
      "%llu\n",
      (unsigned long long)with.support_queries, (unsigned long long)stats_with.box_tests,
      (unsigned long long)with.instants, (unsigned long long)without.support_queries,
      (unsigned long long)stats_without.box_tests, (unsigned long long)without.instants);
  EXPECT_LT(with.support_queries + stats_with.box_tests + with.instants,
            without.support_queries + stats_without.box_tests + without.instants);
}
}  // namespace
}  // namespace graze
