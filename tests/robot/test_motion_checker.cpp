// SPDX-License-Identifier: MIT
// MotionChecker: against FCL's sampling, against itself, on threads and from warm starts.
#include <gtest/gtest.h>

#include <atomic>

#include "graze/base/parallel.h"
#include "graze/io/robot_io.h"
#include "graze/query/motion_checker.h"
#include "robot/fcl_robot.h"
#include "robot/kinematics_oracle.h"
#include "robot/motion_bench_maker.h"
#include "robot/sample_robots.h"
#include "support/trials.h"

namespace graze::test {
namespace {
Body block(const std::string& name, const Vec3& half, const Vec3& centre) {
  Body body;
  body.name = name;
  body.shape = Shape::from_box(half);
  body.motion = Motion::still({Mat3::Identity(), centre});
  return body;
}

Scene cluttered_world(std::mt19937_64& random) {
  Scene world;
  std::uniform_real_distribution<double> place(-0.9, 0.9), size(0.02, 0.15);
  for (int i = 0; i < 6; ++i) {
    add_body(world, block("block" + std::to_string(i), {size(random), size(random), size(random)},
                          {place(random), place(random), place(random)}));
  }
  return world;
}

std::vector<double> random_moved(const Robot& robot, std::mt19937_64& random) {
  const auto values = random_values(robot, random);
  std::vector<double> moved;
  for (const std::size_t j : moved_joints(robot)) moved.push_back(values[j]);
  return moved;
}

std::vector<double> between(const std::vector<double>& a, const std::vector<double>& b, double s) {
  std::vector<double> q;
  for (std::size_t i = 0; i < a.size(); ++i) q.push_back(a[i] + s * (b[i] - a[i]));
  return q;
}

/// World poses of all bodies with the moved joints at q.
std::vector<Pose> poses_at(const MotionChecker& checker, const std::vector<double>& q) {
  const Robot& robot = checker.robot();
  std::map<std::string, double> named;
  for (std::size_t i = 0; i < q.size(); ++i) named[robot.joints[checker.joints()[i]].name] = q[i];
  const auto values = with_values(robot, home_values(robot), named);
  const auto links = link_poses(robot, values);
  const Scene& scene = checker.scene().scene();
  std::vector<Pose> poses;
  for (const Motion& motion : world_motions(scene)) poses.push_back(pose_at(motion, 0.0));
  for (std::size_t link = 0; link < links.size(); ++link) {
    for (const BodyId body : checker.bodies().all[link]) poses[body.index()] = links[link];
  }
  return poses;
}
}  // namespace

TEST(G3_MotionChecker, FreeMotionsHaveNoCollisionAtAnySampleAndContactsAreNear) {
  const Robot robot = parse_urdf(kEveryJoint);
  const std::size_t count = trials(1000);
  std::size_t free = 0, met = 0;
  for (std::size_t trial = 0; trial < count; ++trial) {
    std::mt19937_64 random = generator(trial);
    const MotionChecker checker(robot, cluttered_world(random), {},
                                {.tolerance = 1e-6, .earliest = true});
    const FclRobot fcl(checker.scene());
    const auto q0 = random_moved(robot, random), q1 = random_moved(robot, random);
    const MotionCheck check = checker.check(q0, q1);
    ASSERT_NE(check.outcome, Outcome::kUndecided);
    ++(check.is_free() ? free : met);
    for (int i = 0; i <= 200; ++i) {
      const double s = i / 200.0;
      if (s >= check.safe) break;
      ASSERT_FALSE(fcl.collision(poses_at(checker, between(q0, q1, s)))) << trial << " at " << s;
    }
    if (check.outcome != Outcome::kContact) continue;
    const auto poses = poses_at(checker, between(q0, q1, check.contact));
    const auto [a, b] = *check.pair;
    ASSERT_LE(fcl.distance(a, b, poses[a.index()], poses[b.index()]), 1e-5) << trial;
  }
  EXPECT_GT(free, 0u);
  EXPECT_GT(met, 0u);
}

TEST(G3_MotionChecker, AnyContactAndTheEarliestAgreeOnWhatIsFree) {
  const Robot robot = parse_urdf(kEveryJoint);
  const std::size_t count = trials(500);
  MotionWarmStart warm;
  for (std::size_t trial = 0; trial < count; ++trial) {
    std::mt19937_64 random = generator(trial / 5);  // worlds and warm starts are shared by five
    const Scene world = cluttered_world(random);
    const MotionChecker any(robot, world), earliest(robot, world, {}, {.earliest = true});
    random = generator(1'000'000 + trial);
    const auto q0 = random_moved(robot, random), q1 = random_moved(robot, random);
    const MotionCheck cold = any.check(q0, q1), warmed = any.check(q0, q1, &warm);
    const MotionCheck first = earliest.check(q0, q1);
    EXPECT_EQ(cold.is_free(), first.is_free());
    EXPECT_EQ(warmed.is_free(), first.is_free());
    if (first.outcome == Outcome::kContact && cold.outcome == Outcome::kContact) {
      EXPECT_LE(first.contact, cold.contact);
    }
  }
}

TEST(G3_MotionChecker, ALinkInsideAnObstacleIsNotFree) {
  const Robot robot = parse_urdf(kEveryJoint);
  Scene world;
  add_body(world, block("cave", {3, 3, 3}, Vec3::Zero()));
  const MotionChecker checker(robot, world);
  const std::vector<double> q(checker.joints().size(), 0.1);
  EXPECT_EQ(checker.check(q).outcome, Outcome::kOverlapAtStart);
  EXPECT_EQ(checker.check(q, q).safe, 0.0);
}

TEST(G3_MotionChecker, EveryShapeOfALinkInsideAnObstacleIsSeen) {
  // Three boxes make one mesh of three shells; one of them is in the obstacle.
  const Robot robot = parse_urdf(
      "<robot name='r'><link name='base'/><link name='rake'>"
      "<collision><origin xyz='0 0 0'/><geometry><box size='0.1 0.1 0.1'/></geometry></collision>"
      "<collision><origin xyz='2 0 0'/><geometry><box size='0.1 0.1 0.1'/></geometry></collision>"
      "<collision><origin xyz='0 2 0'/><geometry><box size='0.1 0.1 0.1'/></geometry></collision>"
      "</link><joint name='j' type='revolute'><parent link='base'/><child link='rake'/>"
      "<axis xyz='0 0 1'/><limit lower='-1' upper='1'/></joint></robot>");
  for (const Vec3& place : {Vec3(0, 0, 0), Vec3(2, 0, 0), Vec3(0, 2, 0), Vec3(2, 2, 0)}) {
    Scene world;
    add_body(world, block("room", Vec3::Constant(0.4), place));
    const MotionChecker checker(robot, world);
    const bool is_in = place != Vec3(2, 2, 0);
    EXPECT_EQ(checker.check(std::vector{0.0}).outcome,
              is_in ? Outcome::kOverlapAtStart : Outcome::kSeparated)
        << place.transpose();
  }
}

TEST(G3_MotionChecker, AnswersAreTheSameOnEveryThread) {
  const Robot robot = parse_urdf(kEveryJoint);
  std::mt19937_64 random = generator(7);
  const MotionChecker checker(robot, cluttered_world(random), {}, {.earliest = true});
  std::vector<std::vector<double>> from, to;
  for (int i = 0; i < 64; ++i) {
    from.push_back(random_moved(robot, random));
    to.push_back(random_moved(robot, random));
  }
  std::vector<MotionCheck> alone(64), together(64);
  for (std::size_t i = 0; i < 64; ++i) alone[i] = checker.check(from[i], to[i]);
  parallel_for(
      64, [&](std::size_t i) { together[i] = checker.check(from[i], to[i]); }, 4);
  for (std::size_t i = 0; i < 64; ++i) {
    EXPECT_EQ(alone[i].outcome, together[i].outcome);
    EXPECT_EQ(alone[i].safe, together[i].safe);
    EXPECT_EQ(alone[i].contact, together[i].contact);
    EXPECT_EQ(alone[i].pair, together[i].pair);
  }
}

TEST(G3_MotionChecker, AMarginIsKept) {
  const Robot robot = parse_urdf(
      "<robot name='r'><link name='a'/><link name='b'><collision><geometry><sphere radius='0.1'/>"
      "</geometry></collision></link><joint name='x' type='prismatic'><parent link='a'/>"
      "<child link='b'/><limit lower='0' upper='2'/></joint></robot>");
  Scene world;
  add_body(world, block("wall", {0.1, 1, 1}, {1.1, 0, 0}));
  const auto touch_at = [&](double margin) {
    const MotionChecker checker(robot, world, {},
                                {.tolerance = 1e-9, .margin = margin, .earliest = true});
    const double q0 = 0.0, q1 = 1.0;
    return checker.check({&q0, 1}, {&q1, 1});
  };
  EXPECT_NEAR(touch_at(0.0).contact, 0.9, 1e-8);
  EXPECT_NEAR(touch_at(0.25).contact, 0.65, 1e-8);
  EXPECT_LE(touch_at(0.0).safe, 0.9);
}

// A bar that slides over a table: free is only what is proved off it, the first s included.
TEST(G3_MotionChecker, ATouchAtTheStartIsNotFree) {
  const Robot robot = parse_urdf(
      "<robot name='slide'><link name='base'/><link name='bar'><collision><geometry>"
      "<box size='0.2 0.2 0.2'/></geometry></collision></link><joint name='j' type='prismatic'>"
      "<parent link='base'/><child link='bar'/><axis xyz='1 0 0'/>"
      "<limit lower='-2' upper='2' effort='1' velocity='1'/></joint></robot>");
  for (const double depth : {9e-6, 1e-6, 0.0, -1e-4}) {
    Scene world;
    add_body(world, block("table", {2, 2, 0.1}, {0, 0, depth - 0.2}));
    for (const bool earliest : {false, true}) {
      const MotionChecker checker(robot, world, {}, {.tolerance = 1e-5, .earliest = earliest});
      const double q0 = -0.5, q1 = 0.5;
      for (const MotionCheck& check :
           {checker.check({&q0, 1}, {&q1, 1}), checker.check({&q0, 1})}) {
        EXPECT_EQ(check.is_free(), depth < -1e-5) << depth;
        EXPECT_EQ(check.outcome, depth < -1e-5 ? Outcome::kSeparated : Outcome::kContact) << depth;
        if (check.is_free()) continue;
        EXPECT_EQ(check.contact, 0.0);
        EXPECT_EQ(check.safe, 0.0);
      }
    }
  }
}

TEST(G3_MotionChecker, PandaSegmentsAgreeWithSampling) {
  const auto files = panda_problem_files();
  if (files.empty()) GTEST_SKIP() << "the public problems are not beside the project";
  const Robot panda = load_panda();
  const std::size_t count = std::min(trials(100, 5), files.size());
  for (std::size_t i = 0; i < count; ++i) {
    const PlanningProblem problem = load_problem(files[i * files.size() / count]);
    SCOPED_TRACE(problem.name);
    const MotionChecker checker(panda, problem.world, {}, {.tolerance = 1e-6});
    const FclRobot fcl(checker.scene());
    const auto q0 = moved_values(panda, problem.start), q1 = moved_values(panda, problem.goal);
    const MotionCheck check = checker.check(q0, q1);
    bool sampled_free = true;
    for (int k = 0; k <= 200 && sampled_free; ++k) {
      sampled_free = !fcl.collision(poses_at(checker, between(q0, q1, k / 200.0)));
    }
    if (!sampled_free) {
      EXPECT_FALSE(check.is_free());
    }
  }
}

}  // namespace graze::test
