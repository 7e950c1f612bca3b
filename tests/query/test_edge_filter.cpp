// SPDX-License-Identifier: MIT
// The filter of planner edges: what it proves, the methods prove; what it calls contact, touches.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>

#include "graze/base/error.h"
#include "graze/geometry/shapes.h"
#include "graze/math/rotation.h"
#include "graze/query/motion_checker.h"
#include "query/edges/edge_filter.h"
#include "support/trials.h"

namespace graze::test {
namespace {
using query::edges::EdgeFilter;
using query::edges::EdgeLook;
using query::edges::IdPair;

double drawn(std::mt19937_64& random, double lo, double hi) {
  return std::uniform_real_distribution<double>(lo, hi)(random);
}
Vec3 drawn_vector(std::mt19937_64& random, double size) {
  return {drawn(random, -size, size), drawn(random, -size, size), drawn(random, -size, size)};
}
std::size_t drawn_below(std::mt19937_64& random, std::size_t end) {
  return std::uniform_int_distribution<std::size_t>(0, end - 1)(random);
}
Pose drawn_pose(std::mt19937_64& random, double reach) {
  return {rotation_from_vector(drawn_vector(random, 2.0)), drawn_vector(random, reach)};
}

/// Boxes, round shapes, convex and concave meshes, closed and open.
Shape drawn_shape(std::mt19937_64& random) {
  const double size = drawn(random, 0.05, 0.25);
  switch (drawn_below(random, 7)) {
    case 0:
      return Shape::from_sphere(drawn_vector(random, 0.1), size);
    case 1:
      return Shape::from_capsule(drawn_vector(random, 0.2), drawn_vector(random, 0.2), 0.5 * size);
    case 2:
      return Shape::from_mesh(make_shape(
          "l_bracket",
          {{"length", size}, {"height", 2 * size}, {"thickness", 0.3 * size}, {"width", size}}));
    case 3:
      return Shape::from_mesh(make_shape("icosphere", {{"radius", size}, {"triangles", 80}}));
    case 4:
      return Shape::from_mesh(
          make_shape("torus", {{"radius", size}, {"tube", 0.3 * size}, {"triangles", 300}}));
    case 5:
      return Shape::from_mesh(TriangleMesh({drawn_vector(random, 0.3), drawn_vector(random, 0.3),
                                            drawn_vector(random, 0.3), drawn_vector(random, 0.3)},
                                           {{0, 1, 2}, {1, 2, 3}}));
    default:
      return Shape::from_box({size, drawn(random, 0.02, 0.3), drawn(random, 0.02, 0.3)});
  }
}

/// A tree of links on joints of every kind that moves, some of them mimics.
Robot drawn_robot(std::mt19937_64& random) {
  Robot robot;
  robot.name = "random";
  const std::size_t links = 3 + drawn_below(random, 6);
  for (std::size_t i = 0; i < links; ++i) {
    RobotLink link{.name = "link" + std::to_string(i)};
    for (std::size_t k = drawn_below(random, 3); k > 0; --k) {
      link.shapes.push_back(drawn_shape(random));
    }
    robot.links.push_back(link);
    if (i == 0) continue;
    static constexpr RobotJointKind kKinds[] = {RobotJointKind::kRevolute,
                                                RobotJointKind::kContinuous,
                                                RobotJointKind::kPrismatic, RobotJointKind::kFixed};
    RobotJoint joint;
    joint.name = "joint" + std::to_string(i);
    joint.kind = kKinds[drawn_below(random, 4)];
    joint.parent = drawn_below(random, 3) == 0 ? drawn_below(random, i) : i - 1;
    joint.child = i;
    joint.frame = {drawn_pose(random, 0.4), drawn_vector(random, 1.0)};
    if (i > 2 && joint.has_value() && robot.joints[0].has_value() && drawn_below(random, 6) == 0) {
      joint.mimic = JointMimic{0, drawn(random, -1.0, 1.0), drawn(random, -0.5, 0.5)};
    }
    robot.joints.push_back(joint);
  }
  return robot;
}

/// With "(world)" as MotionChecker does: the world's bodies may touch each other.
Scene drawn_world(std::mt19937_64& random) {
  Scene world;
  for (std::size_t i = 0; i < 5; ++i) {
    Body body{.name = "thing" + std::to_string(i)};
    body.shape = drawn_shape(random);
    body.motion = Motion::still(drawn_pose(random, 1.2));
    body.padding = drawn_below(random, 4) == 0 ? 0.05 : 0.0;
    body.groups = {"world"};
    add_body(world, std::move(body));
  }
  world.may_touch.emplace_back("world", "world");
  return world;
}

std::vector<double> drawn_values(const Robot& robot, std::mt19937_64& random) {
  std::vector<double> values;
  for (std::size_t i = 0; i < robot.joints.size(); ++i) values.push_back(drawn(random, -2.0, 2.0));
  follow_mimics(robot, values);
  return values;
}

struct Placed {
  Robot robot;
  Scene scene;
  RobotBodies bodies;
};

Placed drawn_place(std::mt19937_64& random) {
  Placed placed{drawn_robot(random), drawn_world(random), {}};
  placed.bodies = add_robot(placed.scene, placed.robot, {});
  placed.scene.span = {0.0, 1.0};
  return placed;
}

EdgeFilter filter_of(const Placed& placed, const PreparedScene& scene, double margin) {
  const std::vector<std::size_t> joints = moved_joints(placed.robot);
  return EdgeFilter({placed.robot, placed.bodies, scene, joints, margin, 1e-6});
}

PreparedScene moving(Placed placed, const std::vector<double>& from,
                     const std::vector<double>& to) {
  for (MotionChange& change :
       robot_motions(placed.robot, placed.bodies, from, to, placed.scene.span)) {
    placed.scene.bodies[change.body.index()].motion = std::move(change.motion);
  }
  return PreparedScene(placed.scene);
}

bool are_apart(const ContactReport& report) {
  return report.outcome == Outcome::kSeparated && report.start == StartState::kApart;
}
}  // namespace

TEST(C8_EdgeFilter, WhatItProvesFreeTheMethodsProveFree) {
  const std::size_t count = trials(1000);
  std::size_t proved = 0, suspected = 0, touching = 0;
  for (std::size_t trial = 0; trial < count; ++trial) {
    std::mt19937_64 random = generator(trial);
    const Placed placed = drawn_place(random);
    const double margin = trial % 3 == 0 ? 0.03 : 0.0;
    const EdgeFilter filter = filter_of(placed, PreparedScene(placed.scene), margin);
    const auto from = drawn_values(placed.robot, random);
    auto to = drawn_values(placed.robot, random);
    const double length = trial % 2 == 0 ? 1.0 : 0.1;
    for (std::size_t i = 0; i < to.size(); ++i) to[i] = from[i] + length * (to[i] - from[i]);
    follow_mimics(placed.robot, to);
    std::vector<IdPair> open;
    for (const auto& at : filter.look(from, to, false).suspects) open.push_back(at.pair);
    suspected += open.size();
    open.insert(open.end(), filter.fixed_pairs().begin(), filter.fixed_pairs().end());
    ContactOptions options;
    options.min_separation = margin;
    for (const PairReport& pair : contacts_per_pair(moving(placed, from, to), options)) {
      const bool is_open = std::ranges::count(open, IdPair{pair.a, pair.b}) > 0;
      touching += !are_apart(pair.report);
      if (is_open) continue;
      ++proved;
      ASSERT_TRUE(are_apart(pair.report))
          << trial << ": " << placed.scene.bodies[pair.a.index()].name << " / "
          << placed.scene.bodies[pair.b.index()].name << " at " << pair.report.time.lo;
    }
  }
  EXPECT_GT(touching, 0u);
  EXPECT_GT(proved, suspected);
}

TEST(C8_EdgeFilter, ContactsThatItNamesAreContacts) {
  const std::size_t count = trials(1000);
  std::size_t named = 0;
  for (std::size_t trial = 0; trial < count; ++trial) {
    std::mt19937_64 random = generator(trial);
    const Placed placed = drawn_place(random);
    const EdgeFilter filter = filter_of(placed, PreparedScene(placed.scene), 0.0);
    const auto from = drawn_values(placed.robot, random), to = drawn_values(placed.robot, random);
    const EdgeLook look = filter.look(from, to, true);
    if (!look.contact) continue;
    ++named;
    ContactOptions options;
    options.span = Interval(look.contact->s);
    options.pairs = {look.contact->pair};
    const PreparedScene scene = moving(placed, from, to);
    ASSERT_EQ(first_contact(scene, options).report.outcome, Outcome::kOverlapAtStart) << trial;
  }
  EXPECT_GT(named, 0u);
}

TEST(C8_EdgeFilter, EveryInstructionSetGivesTheSameBits) {
  using namespace query::edges;
  const query::edges::ArmLink links[] = {
      {{1, 0, 0, 0, 1, 0, 0, 0, 1}, {0, 0, 0.1}, 0.1, 0.0, -1, 0, false},
      {{0, 0, 1, 1, 0, 0, 0, 1, 0}, {0.3, 0.1, 0}, 0.0, 0.32, 0, 1, false},
      {{1, 0, 0, 0, 0, -1, 0, 1, 0}, {0, 0.4, 0}, 0.0, 0.4, 1, 2, true}};
  const double points[] = {0.1, 0, 0, 0, 0.1, 0, 0, 0, 0.1, -0.1, -0.1, -0.1};
  const ArmBody bodies[] = {{0, {0, 0, 0}, 0.18, {0, 4}, {0, 4}, {0, 4}, 0.0, 0.1, 0.15},
                            {2, {0, 0, 0}, 0.18, {0, 4}, {0, 4}, {0, 4}, 0.01, 0.1, 0.15}};
  const StillBox boxes[] = {
      {{1, 0, 0, 0, 0.6, 0.8, 0, -0.8, 0.6}, {0.4, 0.3, 0}, {0.1, 0.2, 0.3}, 1}};
  const StillBody still[] = {{0, 1, 0.0, {0.2, -0.1, -0.4}, {0.6, 0.7, 0.4}}};
  const ArmPair pairs[] = {{1, 0, true, -1, false, true, {1, 0}},
                           {1, 0, false, 0, false, false, {2, 0}}};
  const Arm arm{links, 3, bodies, points, still, boxes, pairs, 1e-9, 1e-6};
  const double bend[] = {0.0, 0.5, 0.4};
  const std::uint32_t asked[] = {0, 1};
  std::mt19937_64 random = generator(1);
  std::size_t open = 0;
  for (int trial = 0; trial < 1000; ++trial) {
    double from[3], step[3];
    for (int j = 0; j < 3; ++j) {
      from[j] = drawn(random, j == 2 ? -1 : -30, j == 2 ? 1 : 30);
      step[j] = drawn(random, -0.5, 0.5);
    }
    std::vector<std::array<RakeAnswer, 2>> answers;
    for (const Rake rake : rakes()) {
      std::array<RakeAnswer, 2> both{};
      rake(arm, {from, step, 0.0, 1.0, bend, asked, 2}, both.data());
      answers.push_back(both);
    }
    open += answers[0][0].unproved != 0;
    for (const auto& other : answers) {
      for (int k = 0; k < 2; ++k) {
        ASSERT_EQ(other[k].unproved, answers[0][k].unproved);
        ASSERT_EQ(other[k].near, answers[0][k].near);
        ASSERT_EQ(other[k].pierced, answers[0][k].pierced);
      }
    }
  }
  EXPECT_GT(open, 0u);
  EXPECT_LT(open, 1000u);
}

TEST(C8_EdgeFilter, ABodyInsideAnotherIsNotFree) {
  // A small cube in the middle of a big one, of either kind, and an arm's link around a cube.
  const Shape small = Shape::from_box(Vec3::Constant(0.05));
  const Shape large[] = {
      Shape::from_box(Vec3::Constant(0.5)),
      Shape::from_mesh(make_shape("box", {{"x", 1}, {"y", 1}, {"z", 1}, {"triangles", 300}})),
      Shape::from_mesh(make_shape("icosphere", {{"radius", 0.5}, {"triangles", 320}}))};
  for (const Shape& big : large) {
    for (const bool is_arm_small : {false, true}) {
      Robot robot;
      robot.links = {{.name = "base"}, {.name = "tool", .shapes = {is_arm_small ? small : big}}};
      robot.joints.push_back({.name = "slide", .kind = RobotJointKind::kPrismatic, .child = 1});
      Scene world;
      add_body(world, {.name = "thing", .shape = is_arm_small ? big : small});
      const MotionChecker checker(robot, world);
      const double from = 0.0, to = 0.1, away = 1.0, farther = 1.5;
      EXPECT_FALSE(checker.check({&from, 1}, {&to, 1}).is_free());
      EXPECT_TRUE(checker.check({&away, 1}, {&farther, 1}).is_free());
    }
  }
}

TEST(C8_EdgeFilter, ManyEdgesAreAnsweredAlikeOnEveryNumberOfThreads) {
  std::mt19937_64 random = generator(11);
  Robot robot = drawn_robot(random);
  while (moved_joints(robot).size() < 2) robot = drawn_robot(random);
  const MotionChecker checker(robot, drawn_world(random));
  const std::size_t values = checker.joints().size();
  std::vector<double> edges;
  for (std::size_t i = 0; i < 2 * values * 50; ++i) edges.push_back(drawn(random, -1.5, 1.5));
  const auto alone = checker.check_edges(edges, 1), together = checker.check_edges(edges, 4);
  ASSERT_EQ(alone.size(), 50u);
  for (std::size_t i = 0; i < 50; ++i) {
    const std::span<const double> edge(edges.data() + i * 2 * values, 2 * values);
    const MotionCheck single = checker.check(edge.first(values), edge.last(values));
    for (const MotionCheck& check : {alone[i], together[i]}) {
      EXPECT_EQ(check.outcome, single.outcome);
      EXPECT_EQ(check.contact, single.contact);
      EXPECT_EQ(check.pair, single.pair);
    }
  }
  edges.pop_back();
  EXPECT_THROW(checker.check_edges(edges), InputError);
}

}  // namespace graze::test
