// SPDX-License-Identifier: MIT
#include "scene/joint_drive.h"

#include <algorithm>
#include <iterator>

#include "graze/base/error.h"

namespace graze {
namespace {
JointPolynomial linear(double q0, double q1) { return {{}, {q0, q1 - q0}}; }

JointPolynomial cubic(double q0, double q1, double v0, double v1) {
  const double d = q1 - q0;
  return {{}, {q0, v0, 3.0 * d - (2.0 * v0 + v1), (v0 + v1) - 2.0 * d}};
}

JointPolynomial quintic(const double q[2], const double v[2], const double a[2]) {
  const double d = q[1] - q[0];
  return {{},
          {q[0], v[0], 0.5 * a[0], 10.0 * d - (6.0 * v[0] + 4.0 * v[1]) - (1.5 * a[0] - 0.5 * a[1]),
           (8.0 * v[0] + 7.0 * v[1]) - 15.0 * d + (1.5 * a[0] - a[1]),
           6.0 * d - 3.0 * (v[0] + v[1]) - 0.5 * (a[0] - a[1])}};
}
}  // namespace

JointInstant instant_of(const JointPolynomial& piece, double t) {
  const double width = piece.span.hi - piece.span.lo;
  const double s = std::clamp((t - piece.span.lo) / width, 0.0, 1.0);
  JointInstant instant;
  for (std::size_t k = std::size(piece.c); k-- > 0;) {
    instant.rate = instant.rate * s + instant.value;
    instant.value = instant.value * s + piece.c[k];
  }
  instant.rate /= width;
  return instant;
}

JointPolynomial piece_of(const JointTrajectory& trajectory, std::size_t j, std::size_t k) {
  const TrajectoryPoint& from = trajectory.points[k];
  const TrajectoryPoint& to = trajectory.points[k + 1];
  const double w = to.time - from.time;
  JointPolynomial piece = linear(from.positions[j], to.positions[j]);
  if (trajectory.interpolation == JointInterpolation::kCubic) {
    piece = cubic(from.positions[j], to.positions[j], from.velocities[j] * w, to.velocities[j] * w);
  }
  if (trajectory.interpolation == JointInterpolation::kQuintic) {
    const double q[2] = {from.positions[j], to.positions[j]};
    const double v[2] = {from.velocities[j] * w, to.velocities[j] * w};
    const double a[2] = {from.accelerations[j] * (w * w), to.accelerations[j] * (w * w)};
    piece = quintic(q, v, a);
  }
  piece.span = {from.time, to.time};
  return piece;
}

std::vector<JointDrive> drives_of(const Robot& robot, const JointTrajectory& trajectory) {
  std::vector<JointDrive> drives(robot.joints.size());
  for (std::size_t j = 0; j < trajectory.joints.size(); ++j) {
    const std::string& name = trajectory.joints[j];
    const auto joint = find_joint(robot, name);
    if (!joint || !robot.joints[*joint].has_value()) {
      throw InputError({"trajectory joint '" + name + "'",
                        joint ? "a joint without a value" : "a name that the robot does not have",
                        "a revolute, continuous or prismatic joint of robot '" + robot.name + "'",
                        ""});
    }
    if (drives[*joint].column) {
      throw InputError(
          {"trajectory joint '" + name + "'", "this name a second time", "each joint once", ""});
    }
    drives[*joint].column = j;
  }
  // A mimic follows its joint, whatever the trajectory says about it itself.
  for (std::size_t m = 0; m < robot.joints.size(); ++m) {
    if (!robot.joints[m].mimic) continue;
    JointDrive drive;
    std::size_t at = m;
    while (robot.joints[at].mimic) {
      const JointMimic& mimic = *robot.joints[at].mimic;
      drive.shift += drive.scale * mimic.offset;
      drive.scale *= mimic.multiplier;
      at = mimic.joint;
    }
    drive.column = drives[at].column;
    drives[m] = drive;
  }
  return drives;
}

std::vector<JointPolynomial> pieces_of(const JointTrajectory& trajectory, const JointDrive& drive) {
  std::vector<JointPolynomial> pieces;
  for (std::size_t k = 0; k + 1 < trajectory.points.size(); ++k) {
    pieces.push_back(piece_of(trajectory, *drive.column, k));
    for (double& c : pieces.back().c) c *= drive.scale;
    pieces.back().c[0] += drive.shift;
  }
  return pieces;
}

}  // namespace graze
