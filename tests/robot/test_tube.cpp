// SPDX-License-Identifier: MIT
// Tubes: the bound on displacement against closed forms and against motions inside the tube.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "graze/io/robot_io.h"
#include "graze/io/trajectory_io.h"
#include "graze/query/check_scene.h"
#include "graze/query/tube.h"
#include "robot/sample_robots.h"
#include "support/trials.h"

namespace graze::test {
namespace {
/// A bar of length 2 about z on a revolute joint, and a block on a slide along x.
constexpr const char* kBarAndSlide = R"(<robot name="r">
  <link name="base"><collision><origin xyz="0 0 -5"/><geometry><box size="1 1 1"/></geometry></collision></link>
  <link name="bar"><collision><origin xyz="1 0 0"/><geometry><box size="2 0.2 0.2"/></geometry></collision></link>
  <link name="block"><collision><origin xyz="0 0 3"/><geometry><box size="1 1 1"/></geometry></collision></link>
  <joint name="turn" type="revolute"><parent link="base"/><child link="bar"/><axis xyz="0 0 1"/>
    <limit lower="-9" upper="9" velocity="9" effort="1"/></joint>
  <joint name="slide" type="prismatic"><parent link="base"/><child link="block"/><axis xyz="1 0 0"/>
    <limit lower="-9" upper="9" velocity="9" effort="1"/></joint>
</robot>)";

RobotScene scene_of(const char* urdf, const std::string& way, Scene world = {}) {
  return make_robot_scene(parse_urdf(urdf), std::move(world), {}, parse_trajectory_csv(way, "w"));
}

BodyId named(const RobotScene& robot, const char* name) { return *find_body(robot.scene, name); }

TEST(G6_Tube, ReachIsTheLeverTimesTheError) {
  const RobotScene robot = scene_of(kBarAndSlide, "time,turn,slide\n0,0,0\n1,1,2\n");
  const JointTube tube = make_tube(robot, {.angle = 0.01, .length = 0.03});
  // The bar's farthest corner from its axis; the enclosure may be a little larger.
  const double lever = std::hypot(2.0, 0.1);
  const double turned = tube_reach(robot, tube, named(robot, "base"), named(robot, "bar"));
  EXPECT_GE(turned, 0.01 * lever);
  EXPECT_LE(turned, 0.01 * lever * 1.1);
  const double slid = tube_reach(robot, tube, named(robot, "base"), named(robot, "block"));
  EXPECT_NEAR(slid, 0.03, 1e-9);
  EXPECT_NEAR(tube_reach(robot, tube, named(robot, "bar"), named(robot, "block")), turned + slid,
              1e-9);
  EXPECT_EQ(tube_reach(robot, make_tube(robot, {}), named(robot, "base"), named(robot, "bar")),
            0.0);
}

TEST(G6_Tube, AnErrorOfTimeIsOneOfEveryJointThatMoves) {
  const RobotScene robot = scene_of(kBarAndSlide, "time,turn,slide\n0,0,0\n1,1,2\n3,1.5,2\n");
  const JointTube tube = make_tube(robot, {.time = 0.1});
  EXPECT_NEAR(tube.errors[0], 0.1, 1e-9);  // 1 rad/s at most
  EXPECT_NEAR(tube.errors[1], 0.2, 1e-9);
}

TEST(G6_Tube, MimicsHaveTheErrorOfWhatTheyFollow) {
  const RobotScene robot = scene_of(kEveryJoint, "time,turn\n0,0\n1,1\n");
  const JointTube tube = make_tube(robot, {.by_joint = {{"turn", 0.5}}});
  const auto error = [&](const char* name) { return tube.errors[*find_joint(robot.robot, name)]; };
  EXPECT_NEAR(error("left_finger"), 0.005, 1e-9);
  EXPECT_NEAR(error("right_finger"), 0.015, 1e-9);
  EXPECT_EQ(error("slide"), 0.0);
}

std::size_t link_of(const RobotScene& robot, BodyId body) {
  for (std::size_t l = 0; l < robot.bodies.all.size(); ++l) {
    for (const BodyId id : robot.bodies.all[l]) {
      if (id == body) return l;
    }
  }
  ADD_FAILURE() << "a body of no link";
  return 0;
}

/// The configuration with every joint put off by up to its error: at random, or all the way.
std::vector<double> put_off(const RobotScene& robot, const JointTube& tube,
                            std::vector<double> values, std::mt19937_64& random) {
  std::uniform_real_distribution<double> off(-1.0, 1.0);
  const bool all_the_way = off(random) > 0.0;
  for (const std::size_t j : moved_joints(robot.robot)) {
    const double share = off(random);
    values[j] += (all_the_way ? std::copysign(1.0, share) : share) * tube.errors[j];
  }
  follow_mimics(robot.robot, values);
  return values;
}

TEST(G6_Tube, NoMotionInsideChangesADistanceByMoreThanTheReach) {
  const RobotScene robot =
      scene_of(kEveryJoint, "time,turn,slide,spin\n0,0,0,0\n1,1,0.3,2\n2,-1,-0.1,5\n");
  const JointTube tube = make_tube(robot, {.angle = 0.2, .length = 0.05});
  const auto pairs = checked_pairs(robot.scene);
  ASSERT_FALSE(pairs.empty());
  std::vector<double> reach;
  for (const auto& [a, b] : pairs) reach.push_back(tube_reach(robot, tube, a, b));
  double largest_share = 0.0;
  for (std::size_t trial = 0; trial < trials(4000); ++trial) {
    std::mt19937_64 random = generator(trial);
    const double t = std::uniform_real_distribution<double>(0.0, 2.0)(random);
    const std::vector<double> nominal = joints_at(robot, t);
    const auto here = link_poses(robot.robot, nominal);
    const auto there = link_poses(robot.robot, put_off(robot, tube, nominal, random));
    for (std::size_t p = 0; p < pairs.size(); ++p) {
      const auto [a, b] = pairs[p];
      const std::size_t la = link_of(robot, a), lb = link_of(robot, b);
      for (const Vec3& pa : robot.scene.bodies[a.index()].shape.mesh().vertices()) {
        const Vec3 pb = robot.scene.bodies[b.index()].shape.mesh().vertices()[0];
        const double change = std::fabs((there[la] * pa - there[lb] * pb).norm() -
                                        (here[la] * pa - here[lb] * pb).norm());
        EXPECT_LE(change, reach[p] + 1e-14);
        if (reach[p] > 0.0) largest_share = std::max(largest_share, change / reach[p]);
      }
    }
  }
  std::printf("largest share of the reach that was used: %.2f\n", largest_share);
  EXPECT_GT(largest_share, 0.2) << "the bound says little";
}

TEST(G6_Tube, AProvedTubeIsFreeAndItsLargestScaleIsItsEnd) {
  Scene world;
  // A wall 0.05 beside the bar's tip at rest: the bar turns away from it.
  add_body(world, {.name = "wall",
                   .shape = Shape::from_box({1.0, 0.05, 1.0}),
                   .motion = Motion::still({Mat3::Identity(), {1.0, -0.2, 0.0}})});
  const RobotScene robot = scene_of(kBarAndSlide, "time,turn,slide\n0,0,0\n1,1,0\n", world);
  const PreparedScene scene(robot.scene);
  ContactOptions options;
  options.tolerance = 1e-6;
  const TubeReport small =
      check_tube(scene, robot, make_tube(robot, {.by_joint = {{"turn", 0.01}}}), options);
  EXPECT_TRUE(small.is_free());
  ASSERT_TRUE(small.largest_scale.has_value());
  // The gap is 0.05; the true largest turn is where the corner at (2, -0.1) comes down to -0.15.
  const double most = 0.01 * *small.largest_scale;
  const double truth = std::asin(0.15 / std::hypot(2.0, 0.1)) - std::atan(0.05);
  EXPECT_LE(most, truth);
  EXPECT_GE(most, 0.8 * truth);
  const TubeReport wide =
      check_tube(scene, robot, make_tube(robot, {.by_joint = {{"turn", 1.01 * truth}}}), options);
  EXPECT_FALSE(wide.is_free());
}

TEST(G6_Tube, PairsThatMayTouchForAWhileAreInItOverTheRest) {
  Scene world;
  // The block stops 0.1 before the post.
  add_body(world, {.name = "post",
                   .shape = Shape::from_box({0.5, 0.5, 0.5}),
                   .motion = Motion::still({Mat3::Identity(), {3.1, 0.0, 3.0}})});
  RobotScene robot = scene_of(kBarAndSlide, "time,turn,slide\n0,0,0\n1,0,2\n", world);
  const auto tube_when = [&](const Interval& allowed, double error) {
    RobotScene asked = robot;
    CheckQuestion question{.tube = TubeErrors{.by_joint = {{"slide", error}}}};
    question.timed = {allow_touch(asked.scene, "block", "post", allowed, "test")};
    return *check_scene(PreparedScene(asked.scene), question, &asked).tube;
  };
  EXPECT_TRUE(tube_when({0.5, 1.0}, 0.2).is_free());  // far from the post until then
  EXPECT_FALSE(tube_when({0.0, 0.5}, 0.2).is_free());
  const TubeReport narrow = tube_when({0.25, 0.5}, 0.05);
  EXPECT_TRUE(narrow.is_free());
  ASSERT_TRUE(narrow.largest_scale.has_value());
  EXPECT_NEAR(*narrow.largest_scale, 2.0, 0.01);  // after the stated time, not before it
}
}  // namespace
}  // namespace graze::test
