// SPDX-License-Identifier: MIT
// Waypoints and the polynomials between them: formulas, error bounds, files.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "graze/io/robot_io.h"
#include "graze/io/trajectory_io.h"
#include "io/refusal.h"
#include "robot/kinematics_oracle.h"
#include "robot/sample_robots.h"
#include "support/trials.h"

namespace graze::test {
namespace {
using Real = long double;

Real value_by_definition(const JointPolynomial& piece, Real t, int derivative) {
  const Real w = Real(piece.span.hi) - piece.span.lo, s = (t - piece.span.lo) / w;
  Real sum = 0;
  for (int k = derivative; k < 6; ++k) {
    Real factor = piece.c[k];
    for (int d = 0; d < derivative; ++d) factor *= Real(k - d) / w;
    sum += factor * std::pow(s, Real(k - derivative));
  }
  return sum;
}

JointPolynomial random_polynomial(std::mt19937_64& random) {
  std::uniform_real_distribution<double> any(-2.0, 2.0);
  JointPolynomial piece{{any(random), 0.0}, {}};
  piece.span.hi = piece.span.lo + 0.01 + std::fabs(any(random));
  for (double& c : piece.c) c = any(random);
  return piece;
}

JointTrajectory random_trajectory(const Robot& robot, std::mt19937_64& random,
                                  JointInterpolation interpolation) {
  std::normal_distribution<double> any(0.0, 1.0);
  JointTrajectory trajectory;
  trajectory.interpolation = interpolation;
  for (const std::size_t j : moved_joints(robot)) trajectory.joints.push_back(robot.joints[j].name);
  double time = 1.0;
  for (int k = 0; k < 5; ++k) {
    TrajectoryPoint point{time += 0.1 + std::fabs(any(random))};
    for (std::size_t j = 0; j < trajectory.joints.size(); ++j) {
      point.positions.push_back(any(random));
      point.velocities.push_back(any(random));
      point.accelerations.push_back(any(random));
    }
    trajectory.points.push_back(point);
  }
  return trajectory;
}

InputError::Parts refused_csv(const std::string& text) {
  return refusal_of([&] { parse_trajectory_csv(text, "t.csv"); });
}
}  // namespace

TEST(G3_Trajectory, PolynomialJointsStayWithinTheirErrorsAndEnclosures) {
  const std::size_t count = trials(20'000);
  for (std::size_t trial = 0; trial < count; ++trial) {
    std::mt19937_64 random = generator(trial);
    const JointPolynomial piece = random_polynomial(random);
    std::uniform_real_distribution<double> within(piece.span.lo, piece.span.hi);
    const Motion turn = polynomial_joint_motion({}, RobotJointKind::kRevolute, {piece});
    const Motion slide = polynomial_joint_motion({}, RobotJointKind::kPrismatic, {piece});
    const double a = within(random), b = within(random);
    const Interval span(std::min(a, b), std::max(a, b));
    const IntervalPose turned = enclose_pose(turn, span);
    const MotionBounds turn_bounds = bounds_over(turn, span),
                       slide_bounds = bounds_over(slide, span);
    for (const double s : {0.0, 0.3, 0.7, 1.0}) {
      const double t = std::clamp(std::lerp(span.lo, span.hi, s), span.lo, span.hi);
      const Real q = value_by_definition(piece, t, 0), v = value_by_definition(piece, t, 1),
                 a2 = value_by_definition(piece, t, 2);
      const MotionState turn_state = state_at(turn, t), slide_state = state_at(slide, t);
      const Real off = std::hypot(Real(turn_state.pose.rotation(0, 0)) - std::cos(q),
                                  Real(turn_state.pose.rotation(1, 0)) - std::sin(q));
      ASSERT_LE(off, turn_state.rotation_error) << "trial " << trial;
      ASSERT_LE(std::fabs(turn_state.twist.angular.z() - v), turn_state.angular_error);
      ASSERT_LE(std::fabs(slide_state.pose.translation.z() - q), slide_state.translation_error);
      ASSERT_LE(std::fabs(slide_state.twist.linear.z() - v), slide_state.linear_error);
      ASSERT_TRUE(turned.rotation(0, 0).contains(static_cast<double>(std::cos(q))));
      ASSERT_TRUE(turned.rotation(1, 0).contains(static_cast<double>(std::sin(q))));
      ASSERT_LE(std::fabs(v), turn_bounds.angular_speed);
      ASSERT_LE(std::fabs(v), slide_bounds.speed);
      ASSERT_LE(std::fabs(a2), slide_bounds.acceleration);
      ASSERT_LE(std::hypot(a2, v * v), turn_bounds.curvature);
    }
  }
}

TEST(G3_Trajectory, CubicAndQuinticMeetEveryWaypointWithItsVelocity) {
  const Robot robot = parse_urdf(kEveryJoint);
  const std::size_t count = trials(400);
  for (std::size_t trial = 0; trial < count; ++trial) {
    std::mt19937_64 random = generator(trial);
    for (const auto interpolation :
         {JointInterpolation::kLinear, JointInterpolation::kCubic, JointInterpolation::kQuintic}) {
      const JointTrajectory way = random_trajectory(robot, random, interpolation);
      for (const TrajectoryPoint& point : way.points) {
        const auto at = [&](double t) { return values_at(robot, way, home_values(robot), t); };
        for (std::size_t j = 0; j < way.joints.size(); ++j) {
          const std::size_t joint = *find_joint(robot, way.joints[j]);
          ASSERT_NEAR(at(point.time)[joint], point.positions[j], 1e-12);
          if (interpolation == JointInterpolation::kLinear || &point == &way.points[0]) continue;
          const double h = 1e-5;
          const double slope = (at(point.time)[joint] - at(point.time - h)[joint]) / h;
          ASSERT_NEAR(slope, point.velocities[j], 3e-2);
        }
      }
    }
  }
}

TEST(G3_Trajectory, MotionsPassThroughTheValuesThatAreTold) {
  const Robot robot = parse_urdf(kEveryJoint);
  const std::size_t count = trials(300);
  for (std::size_t trial = 0; trial < count; ++trial) {
    std::mt19937_64 random = generator(trial);
    for (const auto interpolation :
         {JointInterpolation::kLinear, JointInterpolation::kCubic, JointInterpolation::kQuintic}) {
      const JointTrajectory way = random_trajectory(robot, random, interpolation);
      Scene scene;
      const RobotBodies bodies = add_robot(scene, robot);
      for (const MotionChange& c : trajectory_motions(robot, bodies, way, home_values(robot))) {
        scene.bodies[c.body.index()].motion = c.motion;
      }
      const Interval span = span_of(way);
      const double t = std::uniform_real_distribution<double>(span.lo, span.hi)(random);
      const auto poses = link_poses(robot, values_at(robot, way, home_values(robot), t));
      for (std::size_t link = 0; link < robot.links.size(); ++link) {
        const Pose pose = pose_at(world_motion(scene, bodies.links[link]), t);
        ASSERT_LE((pose.translation - poses[link].translation).norm(), 1e-11);
        ASSERT_LE((pose.rotation - poses[link].rotation).norm(), 1e-11);
      }
    }
  }
}

TEST(G3_Trajectory, KnotsAreCoveredFromBothSides) {
  const JointPolynomial first{{0.0, 1.0}, {0.0, 1.0, 1.0}};
  const JointPolynomial second{{1.0, 3.0}, {2.0, 6.0, -1.0}};
  const Motion motion = polynomial_joint_motion({}, RobotJointKind::kPrismatic, {first, second});
  EXPECT_EQ(smooth_pieces(motion, {0.0, 3.0}).size(), 2u);
  EXPECT_NEAR(state_at(motion, 1.0).pose.translation.z(), 2.0, 1e-15);
  EXPECT_NEAR(state_at(motion, 1.0).twist.linear.z(), 3.0, 1e-15);
  const IntervalPose over = enclose_pose(motion, {0.5, 2.0});
  EXPECT_TRUE(over.translation.z.contains(Interval(0.75, 4.75)));
}

TEST(G3_Trajectory, CsvHasNamesTimesAndDerivatives) {
  const JointTrajectory way = parse_trajectory_csv(
      "# made by hand\ntime, turn, slide, turn.velocity, "
      "slide.velocity\r\n0,0.5,0.1,0,0\n\n2.5,1,0.2,-1,0\n",
      "t.csv");
  EXPECT_EQ(way.joints, (std::vector<std::string>{"turn", "slide"}));
  ASSERT_EQ(way.points.size(), 2u);
  EXPECT_EQ(way.interpolation, JointInterpolation::kCubic);
  EXPECT_EQ(way.points[1].velocities, (std::vector<double>{-1.0, 0.0}));
  EXPECT_EQ(span_of(way).hi, 2.5);
}

TEST(G3_Trajectory, AByteOrderMarkBeforeTheCsvIsNoPartOfIt) {
  const JointTrajectory way = parse_trajectory_csv("\xef\xbb\xbftime,turn\n0,1\n2,3\n", "t.csv");
  EXPECT_EQ(way.joints, std::vector<std::string>{"turn"});
  EXPECT_EQ(span_of(way).hi, 2.0);
}

TEST(G3_Trajectory, CsvRefusalsNameTheLine) {
  EXPECT_EQ(refused_csv("").found, "no lines");
  EXPECT_EQ(refused_csv("0,1\n").place, "t.csv:1");
  EXPECT_EQ(refused_csv("time\n0\n").found, "no column of a joint");
  EXPECT_EQ(refused_csv("time,a\n").found, "no waypoints");
  EXPECT_EQ(refused_csv("time,a\n0,1,2\n").found, "3 columns");
  EXPECT_EQ(refused_csv("time,a\n0,x\n").found, "'x'");
  EXPECT_EQ(refused_csv("time,a\n0,nan\n").found, "'nan'");
  EXPECT_EQ(refused_csv("time,a\n1,0\n1,0\n").place, "t.csv:3");
  EXPECT_EQ(refused_csv("time,a,a\n0,1,2\n").found, "'a' a second time");
  EXPECT_EQ(refused_csv("time,a,b,a.velocity\n0,1,2,3\n").found, "no velocities of joint 'b'");
  EXPECT_EQ(refused_csv("time,a,a.velocity,b.velocity\n0,1,2,3\n").found,
            "no positions of joint 'b'");
}

// What rostopic echo -p prints of a JointState: nanoseconds, and the joints' names in every row.
TEST(G3_Trajectory, CsvOfRostopicNamesItsJointsInTheRows) {
  const std::string header =
      "%time,field.header.seq,field.name0,field.name1,field.position0,field.position1,"
      "field.velocity0,field.velocity1,field.effort0\n";
  const JointTrajectory way = parse_trajectory_csv(
      header + "5000000000,1,turn,slide,0.5,0.1,0,0,9\n7500000000,2,turn,slide,1,0.2,-1,3,9\n",
      "t.csv");
  EXPECT_EQ(way.joints, (std::vector<std::string>{"turn", "slide"}));
  EXPECT_EQ(span_of(way).lo, 0.0);
  EXPECT_DOUBLE_EQ(span_of(way).hi, 2.5);
  EXPECT_EQ(way.points[1].positions, (std::vector<double>{1.0, 0.2}));
  EXPECT_EQ(way.points[1].velocities, (std::vector<double>{-1.0, 3.0}));
  const InputError::Parts changed =
      refused_csv(header + "1,1,turn,slide,0,0,0,0,9\n2,2,slide,turn,0,0,0,0,9\n");
  EXPECT_EQ(changed.place, "t.csv:3");
  EXPECT_EQ(changed.found, "'slide'");
}

TEST(G3_Trajectory, JsonIsRossJointTrajectory) {
  const JointTrajectory way = parse_trajectory_json(
      R"({"joint_trajectory": {"header": {}, "joint_names": ["turn", "slide"], "points": [
        {"positions": [0, 0.1], "velocities": [], "accelerations": [], "effort": [],
         "time_from_start": {"secs": 0, "nsecs": 500000000}},
        {"positions": [1, 0.2], "time_from_start": 2}]}})",
      "t.json");
  EXPECT_EQ(way.points[0].time, 0.5);
  EXPECT_EQ(way.interpolation, JointInterpolation::kLinear);
  const auto refused = [](const std::string& text) {
    return refusal_of([&] { parse_trajectory_json(text, "t.json"); }).place;
  };
  EXPECT_EQ(
      refused(R"({"joint_names": ["a"], "points": [{"positions": [1, 2], "time_from_start": 0}]})"),
      "t.json: points[0].positions");
}

TEST(G3_Trajectory, NamesThatTheRobotDoesNotHaveAreRefused) {
  const Robot robot = parse_urdf(kEveryJoint);
  Scene scene;
  const RobotBodies bodies = add_robot(scene, robot);
  const auto place = [&](const std::string& text) {
    return refusal_of([&] {
             trajectory_motions(robot, bodies, parse_trajectory_csv(text, "t"), home_values(robot));
           })
        .place;
  };
  EXPECT_EQ(place("time,elbow\n0,1\n1,2\n"), "trajectory joint 'elbow'");
  EXPECT_EQ(place("time,weld\n0,1\n1,2\n"), "trajectory joint 'weld'");
}

TEST(G3_Trajectory, LimitsOfPositionAndSpeedAreTold) {
  const Robot robot = parse_urdf(kEveryJoint);
  const auto way = parse_trajectory_csv("time,turn\n0,0\n1,1.6\n1.1,1\n", "t");
  const auto breaches = limit_breaches(robot, way, home_values(robot));
  ASSERT_GE(breaches.size(), 2u);
  EXPECT_EQ(robot.joints[breaches[0].joint].name, "turn");
  EXPECT_DOUBLE_EQ(breaches[0].value, 1.6);
  EXPECT_TRUE(breaches.back().is_speed || breaches[1].is_speed);
}

TEST(G3_Trajectory, SpeedsOfMadeUpTimesBreakNoLimit) {
  const Robot robot = parse_urdf(kEveryJoint);
  const auto speeds_of = [&](const std::string& from, const std::string& to) {
    const auto way =
        parse_trajectory_json(R"({"joint_names": ["turn"], "points": [{"positions": [0])" + from +
                                  R"(}, {"positions": [1.6])" + to + "}]}",
                              "t");
    const auto breaches = limit_breaches(robot, way, home_values(robot));
    EXPECT_TRUE(std::ranges::any_of(breaches, [](const auto& b) { return !b.is_speed; }));
    return std::ranges::count_if(breaches, [](const auto& b) { return b.is_speed; });
  };
  EXPECT_EQ(speeds_of("", ""), 0);
  EXPECT_GT(speeds_of(R"(, "time_from_start": 0)", R"(, "time_from_start": 0.001)"), 0);
}

TEST(G3_RigidPath, ReadsPosesAndRefusesWhatIsNone) {
  const auto poses = parse_rigid_path("1 2 3 0 0 0 1\n4 5 6 0 0 0.7071 0.7071\n", "p.path");
  ASSERT_EQ(poses.size(), 2u);
  EXPECT_EQ(poses[1].time, 1.0);
  EXPECT_NEAR(poses[1].pose.rotation(1, 0), 1.0, 1e-12);
  const auto found = [](const std::string& text) {
    return refusal_of([&] { parse_rigid_path(text, "p.path"); }).found;
  };
  EXPECT_EQ(found(""), "no poses");
  EXPECT_EQ(found("1 2 3 0 0 0"), "fewer than 7 numbers");
  EXPECT_EQ(found("1 2 3 0 0 0 1 2"), "more than 7 numbers");
  EXPECT_EQ(found("1 2 3 0 0 0 2"), "a quaternion of length 2.000000");
}

}  // namespace graze::test
