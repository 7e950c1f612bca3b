// SPDX-License-Identifier: MIT
#include <algorithm>

#include "scene/joint_drive.h"

namespace graze {
namespace {
std::vector<TimedValue> timed_values(const JointTrajectory& trajectory, const JointDrive& drive) {
  std::vector<TimedValue> values;
  for (const TrajectoryPoint& point : trajectory.points) {
    values.push_back({point.time, drive.scale * point.positions[*drive.column] + drive.shift});
  }
  return values;
}

bool stands(const std::vector<TimedValue>& values) {
  return std::all_of(values.begin(), values.end(),
                     [&](const TimedValue& v) { return v.value == values[0].value; });
}

Motion driven_motion(const RobotJoint& joint, const JointTrajectory& trajectory,
                     const JointDrive& drive) {
  const auto values = timed_values(trajectory, drive);
  if (values.size() == 1) return joint_motion(joint, values[0].value, values[0].value, {0.0, 1.0});
  if (trajectory.interpolation != JointInterpolation::kLinear) {
    return polynomial_joint_motion(joint.frame, joint.kind, pieces_of(trajectory, drive));
  }
  if (stands(values)) return joint_motion(joint, values[0].value, values[0].value, {0.0, 1.0});
  return joint.kind == RobotJointKind::kPrismatic ? prismatic_motion(joint.frame, values)
                                                  : revolute_motion(joint.frame, values);
}
}  // namespace

std::vector<double> values_at(const Robot& robot, const JointTrajectory& trajectory,
                              const std::vector<double>& rest, double t) {
  const auto drives = drives_of(robot, trajectory);
  std::vector<double> values = rest;
  const std::size_t k = segment_at(trajectory, t);
  for (std::size_t j = 0; j < values.size(); ++j) {
    if (!drives[j].column || robot.joints[j].mimic) continue;
    values[j] = trajectory.points.size() < 2
                    ? trajectory.points[0].positions[*drives[j].column]
                    : instant_of(piece_of(trajectory, *drives[j].column, k), t).value;
  }
  follow_mimics(robot, values);
  return values;
}

std::vector<MotionChange> trajectory_motions(const Robot& robot, const RobotBodies& bodies,
                                             const JointTrajectory& trajectory,
                                             const std::vector<double>& rest) {
  check(trajectory);
  const auto drives = drives_of(robot, trajectory);
  std::vector<MotionChange> changes;
  for (std::size_t j = 0; j < robot.joints.size(); ++j) {
    const RobotJoint& joint = robot.joints[j];
    if (!joint.has_value()) continue;
    changes.push_back({bodies.links[joint.child],
                       drives[j].column ? driven_motion(joint, trajectory, drives[j])
                                        : joint_motion(joint, rest[j], rest[j], {0.0, 1.0})});
  }
  return changes;
}

}  // namespace graze
