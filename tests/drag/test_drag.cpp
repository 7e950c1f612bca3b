// SPDX-License-Identifier: MIT
// A body pulled by hand: it never touches, slides along what it meets, and moves where it can.
#include <gtest/gtest.h>

#include <ctime>
#include <random>
#include <set>

#include "graze/base/error.h"
#include "graze/certify/check_certificate.h"
#include "graze/io/load_scene.h"
#include "graze/math/rotation.h"
#include "graze/query/drag.h"
#include "graze/query/prove_scene.h"
#include "support/trials.h"

namespace graze {
namespace {

Scene block_and_floor() {
  return parse_scene(R"({"bodies": [
    {"name": "floor", "shape": {"type": "box", "size": [10, 10, 1]}, "pose": {"position": [0, 0, -0.5]}},
    {"name": "wall", "shape": {"type": "box", "size": [1, 10, 4]}, "pose": {"position": [3, 0, 2]}},
    {"name": "block", "shape": {"type": "box", "size": [1, 1, 1]}, "pose": {"position": [0, 0, 1]}}]})");
}

Scene door_and_car(int car, int door) {
  return parse_scene(R"({"bodies": [{"name": "car", "shape": {"type": "car_body", "triangles": )" +
                     std::to_string(car) +
                     R"(}}, {"name": "door", "shape": {"type": "car_door", "triangles": )" +
                     std::to_string(door) + "}}]}");
}

Pose at(const Vec3& position) { return {Mat3::Identity(), position}; }

Drag drag_of(const PreparedScene& scene, const std::string& name, double skin) {
  return {scene, *find_body(scene.scene(), name), {.skin = skin}};
}

TEST(C12_Drag, ReachesATargetInTheOpen) {
  const PreparedScene scene(block_and_floor());
  Drag drag = drag_of(scene, "block", 1e-3);
  const DragTick tick = drag.follow(at({0.5, 0.5, 2.0}));
  EXPECT_EQ(tick.state, DragState::kReached);
  EXPECT_LT((tick.pose.translation - Vec3(0.5, 0.5, 2.0)).norm(), 1e-5);
  EXPECT_TRUE(tick.blockers.empty());
}

TEST(C12_Drag, StopsAboveTheFloorAndSlidesToTheWall) {
  const PreparedScene scene(block_and_floor());
  Drag drag = drag_of(scene, "block", 1e-3);
  DragTick tick;
  for (int k = 0; k < 60; ++k) tick = drag.follow(at({4.0, 1.0, -1.0}));
  EXPECT_EQ(tick.state, DragState::kBlocked);
  EXPECT_NEAR(tick.pose.translation.z(), 0.5, 3e-3);  // on the floor, less the skin
  EXPECT_GT(tick.pose.translation.z(), 0.5);
  EXPECT_NEAR(tick.pose.translation.x(), 2.0, 3e-3);  // at the wall
  EXPECT_LT(tick.pose.translation.x(), 2.0);
  EXPECT_NEAR(tick.pose.translation.y(), 1.0, 0.02);  // slid along both
  std::set<std::uint32_t> names;
  for (const DragBlocker& blocker : tick.blockers) names.insert(blocker.body.value);
  EXPECT_EQ(names, (std::set<std::uint32_t>{0, 1}));
}

TEST(C12_Drag, GoesOnAfterBeingPressedForLong) {
  const PreparedScene scene(block_and_floor());
  Drag drag = drag_of(scene, "block", 1e-4);
  for (int k = 0; k < 200; ++k) {
    const DragTick tick = drag.follow(at({0.01 * k, 0.0, -5.0}));
    ASSERT_GT(tick.gap, 1e-6) << k;
  }
  const DragTick up = drag.follow(at({0.0, 0.0, 3.0}));
  EXPECT_EQ(up.state, DragState::kReached);
}

/// The checker, which knows nothing of the search, about one piece of a way.
::testing::AssertionResult is_proved_free(const PreparedScene& scene, BodyId dragged,
                                          const Motion& way, double tolerance) {
  Scene moved = scene.scene();
  moved.bodies[dragged.index()].motion = way;
  moved.span = {0.0, 1.0};
  moved.tolerance = tolerance;
  const ProofScene proofs(moved);
  const std::vector<PairReport> reports = contacts_per_pair(moved);
  ::testing::AssertionResult result = ::testing::AssertionSuccess();
  prove_reports(proofs, reports, {}, [&](const ProvedReport& pair) {
    if (pair.report.report.outcome != Outcome::kSeparated || !pair.proof) {
      result = ::testing::AssertionFailure() << name(pair.report.report.outcome);
      return;
    }
    CertificateCheck check(proofs);
    const Verdict verdict = check.check(*pair.proof);
    if (!verdict.accepted) result = ::testing::AssertionFailure() << verdict.reason;
  });
  return result;
}

/// Is some way of one skin, along the pull, free? Asked with the method, not with the drag, along
/// 64 directions that are spread over the sphere and turned anew for each asking.
bool some_way_is_free(const PreparedScene& scene, BodyId body, const Pose& pose, const Vec3& pull,
                      double skin, std::mt19937_64& random) {
  std::uniform_real_distribution<double> one(-3.0, 3.0);
  const Mat3 turned = rotation_from_vector(Vec3(one(random), one(random), one(random)));
  for (int k = 0; k < 64; ++k) {
    const double z = 1.0 - (2.0 * k + 1.0) / 64.0, r = std::sqrt(1.0 - z * z), a = 2.4 * k;
    const Vec3 way = turned * Vec3(r * std::cos(a), r * std::sin(a), z);
    if (way.dot(pull) < 0.1 * pull.norm()) continue;
    Scene moved = scene.scene();
    moved.span = {0.0, 1.0};
    const Pose end{pose.rotation, pose.translation + skin * way};
    moved.bodies[body.index()].motion =
        Motion::between(pose, end, {0.0, 1.0}, Interpolation::kSlerp);
    const PairReport first = first_contact(moved, {.tolerance = 0.05 * skin});
    if (first.report.outcome == Outcome::kSeparated) return true;
  }
  return false;
}

/// What a hand does: now here, now there, always near the frame of the car.
Pose random_target(std::mt19937_64& random, const Pose& home, double reach) {
  std::uniform_real_distribution<double> one(-1.0, 1.0);
  const Vec3 turn(0.15 * one(random), 0.15 * one(random), 0.3 * one(random));
  return {times(rotation_from_vector(turn), home.rotation),
          home.translation + reach * Vec3(one(random), one(random), one(random))};
}

struct DragCount {
  int ticks = 0, overlaps = 0, blocked = 0, stuck = 0;
  std::size_t ways = 0, refused = 0;  ///< pieces of the way, and those that the checker refused
  std::vector<double> seconds;
};

/// Every tick is looked at: its gap, its way, and whether it could have gone farther.
DragCount drag_door(const PreparedScene& scene, double skin, int ticks) {
  const BodyId door = *find_body(scene.scene(), "door");
  const double size = scene.scene().bodies[door.index()].shape.diagonal();
  Drag drag(scene, door, {.skin = skin * size});
  std::mt19937_64 random = test::generator(0), probes = test::generator(1);
  const Pose home = drag.pose();
  Pose target = home;
  DragCount count;
  for (; count.ticks < ticks; ++count.ticks) {
    if (count.ticks % 25 == 0) target = random_target(random, home, 0.3 * size);
    const Pose before = drag.pose();
    const std::clock_t begin = std::clock();
    const DragTick tick = drag.follow(target);
    count.seconds.push_back(static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC);
    if (tick.state == DragState::kOverlapping || !(tick.gap > 0.0)) ++count.overlaps;
    if (tick.state == DragState::kBlocked) ++count.blocked;
    const double moved =
        (tick.pose.translation - before.translation).norm() +
        size * vector_from_rotation(times(tick.pose.rotation, Mat3(before.rotation.transpose())))
                   .norm();
    if (tick.state == DragState::kBlocked && moved < 0.1 * skin * size &&
        some_way_is_free(scene, door, before, target.translation - before.translation, skin * size,
                         probes))
      ++count.stuck;
    for (const Motion& way : tick.way) {
      ++count.ways;
      if (!is_proved_free(scene, door, way, 1e-3 * skin * size)) ++count.refused;
    }
  }
  std::sort(count.seconds.begin(), count.seconds.end());
  return count;
}

void expect_door_obeys(int car, int door, int ticks) {
  const PreparedScene scene(door_and_car(car, door));
  for (const double skin : {1e-3, 1e-4, 1e-5, 1e-6}) {
    const DragCount count = drag_door(scene, skin, ticks);
    EXPECT_EQ(count.overlaps, 0) << skin;
    EXPECT_EQ(count.stuck, 0) << skin;
    EXPECT_EQ(count.refused, 0u) << skin;
    EXPECT_GT(count.ways, 0u) << skin;
    const double p99 = count.seconds[count.seconds.size() * 99 / 100];
    std::printf("skin %g: %d ticks, %d blocked, %zu ways proved, p50 %.3f ms, p99 %.3f ms of CPU\n",
                skin, count.ticks, count.blocked, count.ways - count.refused,
                1e3 * count.seconds[count.seconds.size() / 2], 1e3 * p99);
  }
}

TEST(C12_DoorDrag, NeverOverlapsAndMovesWhereADirectionIsFree) {
  expect_door_obeys(2000, 1000, static_cast<int>(test::trials(1000)));
}

TEST(C12_DoorDrag, EveryPoseAndTheWayBetweenAreProvedAtFullSize) {
  expect_door_obeys(29000, 16000, static_cast<int>(test::trials(500)));
}

TEST(C12_Drag, BadQuestionsAreRefused) {
  const PreparedScene scene(block_and_floor());
  EXPECT_THROW(drag_of(scene, "block", 0.0), InputError);
  EXPECT_THROW(Drag(scene, BodyId(7)), InputError);
  Drag drag = drag_of(scene, "block", 1e-3);
  EXPECT_THROW(drag.follow({2.0 * Mat3::Identity(), Vec3::Zero()}), InputError);
}

}  // namespace
}  // namespace graze
