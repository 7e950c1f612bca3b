// SPDX-License-Identifier: MIT
// Waypoints of a robot's joints with times, and the motion between them.                   [C8, G3]
#pragma once
#include <graze/scene/robot.h>

#include <string>
#include <vector>

namespace graze {

/// How joints go from waypoint to waypoint, as ROS controllers do.
enum class JointInterpolation {
  kLinear,   ///< positions only: uniformly
  kCubic,    ///< positions and velocities are met
  kQuintic,  ///< positions, velocities and accelerations are met
};

std::string_view name(JointInterpolation interpolation);

struct TrajectoryPoint {
  double time = 0.0;                       ///< seconds
  std::vector<double> positions = {};      ///< rad or length, one for each joint
  std::vector<double> velocities = {};     ///< per second; all joints or none
  std::vector<double> accelerations = {};  ///< per second squared; all joints or none
};

struct JointTrajectory {
  std::vector<std::string> joints = {};
  std::vector<TrajectoryPoint> points = {};  ///< times ascend strictly
  JointInterpolation interpolation = JointInterpolation::kLinear;
  bool is_timed = true;  ///< false: the times are made up, so no speed is judged
};

/// The highest interpolation that every point has numbers for.
JointInterpolation natural_interpolation(const JointTrajectory& trajectory);

/// Throws InputError unless there is a point, times ascend strictly, numbers are finite, every
/// point has one for each joint, and what the interpolation needs is there.
void check(const JointTrajectory& trajectory);

Interval span_of(const JointTrajectory& trajectory);

/// The segment that contains time t: points k and k + 1. Before and after the trajectory: the
/// nearest one.
std::size_t segment_at(const JointTrajectory& trajectory, double t);

/// The configuration at time t: `rest` with the trajectory's joints set and mimics made to follow.
std::vector<double> values_at(const Robot& robot, const JointTrajectory& trajectory,
                              const std::vector<double>& rest, double t);

/// The motions of all joints; those that the trajectory does not name keep `rest`. Throws
/// InputError like check, and for joints that the robot does not have.
std::vector<MotionChange> trajectory_motions(const Robot& robot, const RobotBodies& bodies,
                                             const JointTrajectory& trajectory,
                                             const std::vector<double>& rest);

/// A waypoint, or the way from it to the next, that breaks a limit of its joint.
struct TrajectoryBreach {
  std::size_t joint = 0;  ///< of the robot
  std::size_t point = 0;
  double time = 0.0;
  double value = 0.0;  ///< position, or speed if `is_speed`
  bool is_speed = false;
};
/// Positions at the waypoints and, between them, extreme positions and speeds of the polynomials
/// (found on a grid of 32 steps per segment: reported, not proved).
std::vector<TrajectoryBreach> limit_breaches(const Robot& robot, const JointTrajectory& trajectory,
                                             const std::vector<double>& rest);

/// value(s) = c[0] + c[1] s + … + c[5] s^5 with s = (t - span.lo) / (span.hi - span.lo).
struct JointPolynomial {
  Interval span;  ///< seconds; lo < hi
  double c[6] = {};
};

/// A joint whose value follows polynomials, in order of time, that share their ends and there have
/// equal values and velocities up to rounding. Holds outside. The formula that proofs are about is
/// the stored coefficients', in real numbers. Throws InputError for a zero axis, no pieces, or
/// numbers that are not finite.
Motion polynomial_joint_motion(const JointFrame& frame, RobotJointKind kind,
                               std::vector<JointPolynomial> pieces);

}  // namespace graze
