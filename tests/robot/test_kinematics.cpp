// SPDX-License-Identifier: MIT
// Where links are: against urdfdom and long doubles, for robots of our own and public ones.
#include <gtest/gtest.h>

#include "graze/io/file.h"
#include "graze/io/robot_io.h"
#include "robot/data_files.h"
#include "robot/kinematics_oracle.h"
#include "robot/sample_robots.h"
#include "support/trials.h"

namespace graze::test {
namespace {
constexpr double kAgreement = 1e-12;

/// Largest difference of a matrix entry or coordinate over all links.
double difference(const Robot& robot, const std::string& text, const std::vector<double>& values) {
  const auto expected = link_poses_by_urdfdom(text, by_name(robot, values));
  const std::vector<Pose> poses = link_poses(robot, values);
  EXPECT_EQ(expected.size(), robot.links.size());
  double largest = 0.0;
  for (std::size_t link = 0; link < robot.links.size(); ++link) {
    const Pose& want = expected.at(robot.links[link].name);
    largest = std::max({largest, (poses[link].rotation - want.rotation).cwiseAbs().maxCoeff(),
                        (poses[link].translation - want.translation).cwiseAbs().maxCoeff()});
  }
  return largest;
}

void compare(const Robot& robot, const std::string& text, std::size_t configurations) {
  for (std::size_t trial = 0; trial < configurations; ++trial) {
    std::mt19937_64 random = generator(trial);
    const auto values = random_values(robot, random);
    ASSERT_LE(difference(robot, text, values), kAgreement) << "trial " << trial;
  }
}

/// The bodies of the scene stand where forward kinematics says.
void compare_bodies(const Robot& robot, const std::vector<double>& values) {
  Scene scene;
  RobotPlacement placement;
  placement.values = values;
  const RobotBodies bodies = add_robot(scene, robot, placement);
  const std::vector<Pose> poses = link_poses(robot, values);
  for (std::size_t link = 0; link < robot.links.size(); ++link) {
    const Pose pose = pose_at(world_motion(scene, bodies.links[link]), 0.0);
    EXPECT_TRUE(pose.rotation.isApprox(poses[link].rotation, 1e-12));
    EXPECT_LE((pose.translation - poses[link].translation).norm(), 1e-12);
  }
}
}  // namespace

TEST(G3_Kinematics, EqualsAnIndependentComputationForEveryKindOfJoint) {
  const Robot robot = parse_urdf(kEveryJoint);
  compare(robot, kEveryJoint, trials(2000));
}

TEST(G3_Kinematics, EqualsAnIndependentComputationForPublicRobots) {
  for (const auto& path : data_files("robots", ".urdf")) {
    SCOPED_TRACE(path);
    compare(load_urdf(path), read_file(path), trials(500));
  }
}

TEST(G3_Kinematics, BodiesOfASceneStandWhereLinksAre) {
  const Robot robot = parse_urdf(kEveryJoint);
  const std::size_t count = trials(500);
  for (std::size_t trial = 0; trial < count; ++trial) {
    std::mt19937_64 random = generator(trial);
    compare_bodies(robot, random_values(robot, random));
  }
}

TEST(G3_Kinematics, AMovingRobotPassesThroughTheConfigurationsBetween) {
  const Robot robot = parse_urdf(kEveryJoint);
  const std::size_t count = trials(200);
  for (std::size_t trial = 0; trial < count; ++trial) {
    std::mt19937_64 random = generator(trial);
    const auto from = random_values(robot, random), to = random_values(robot, random);
    Scene scene;
    const RobotBodies bodies = add_robot(scene, robot);
    for (const MotionChange& change : robot_motions(robot, bodies, from, to, {2.0, 4.0})) {
      scene.bodies[change.body.index()].motion = change.motion;
    }
    std::vector<double> between(from.size());
    const double s = std::uniform_real_distribution<double>(0.0, 1.0)(random);
    for (std::size_t j = 0; j < from.size(); ++j) between[j] = from[j] + s * (to[j] - from[j]);
    const std::vector<Pose> poses = link_poses(robot, between);
    for (std::size_t link = 0; link < robot.links.size(); ++link) {
      const Pose pose = pose_at(world_motion(scene, bodies.links[link]), 2.0 + 2.0 * s);
      EXPECT_LE((pose.translation - poses[link].translation).norm(), 1e-12);
      EXPECT_LE((pose.rotation - poses[link].rotation).norm(), 1e-12);
    }
  }
}

}  // namespace graze::test
