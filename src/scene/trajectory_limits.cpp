// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>

#include "scene/joint_drive.h"

namespace graze {
namespace {
struct Extreme {
  double time, value, speed;
};

/// Positions and speeds along one segment of one joint, at 33 times.
std::vector<Extreme> samples_of(const JointPolynomial& piece) {
  std::vector<Extreme> samples;
  for (int i = 0; i <= 32; ++i) {
    const double t = std::lerp(piece.span.lo, piece.span.hi, i / 32.0);
    const JointInstant q = instant_of(piece, t);
    samples.push_back({t, q.value, std::fabs(q.rate)});
  }
  return samples;
}

bool is_outside(const JointLimits& limits, double value) {
  return value < limits.lower - 1e-9 || value > limits.upper + 1e-9;
}

/// The worst position and the worst speed of one segment, if they break a limit.
void add_breaches(const RobotJoint& joint, std::size_t index, std::size_t point,
                  const JointPolynomial& piece, std::vector<TrajectoryBreach>& breaches) {
  const auto samples = samples_of(piece);
  const JointLimits& limits = *joint.limits;
  const auto outside_by = [&](const Extreme& e) {
    return std::max(limits.lower - e.value, e.value - limits.upper);
  };
  const auto worst = *std::max_element(
      samples.begin(), samples.end(),
      [&](const auto& a, const auto& b) { return outside_by(a) < outside_by(b); });
  if (joint.kind != RobotJointKind::kContinuous && is_outside(limits, worst.value)) {
    breaches.push_back({index, point, worst.time, worst.value, false});
  }
  const auto fastest =
      *std::max_element(samples.begin(), samples.end(),
                        [](const auto& a, const auto& b) { return a.speed < b.speed; });
  if (limits.velocity > 0.0 && fastest.speed > limits.velocity * (1.0 + 1e-9)) {
    breaches.push_back({index, point, fastest.time, fastest.speed, true});
  }
}
}  // namespace

std::vector<TrajectoryBreach> limit_breaches(const Robot& robot, const JointTrajectory& trajectory,
                                             const std::vector<double>& rest) {
  const auto drives = drives_of(robot, trajectory);
  std::vector<TrajectoryBreach> breaches;
  for (const LimitBreach& breach : graze::limit_breaches(
           robot, values_at(robot, trajectory, rest, trajectory.points[0].time))) {
    breaches.push_back({breach.joint, 0, trajectory.points[0].time, breach.value, false});
  }
  for (std::size_t j = 0; j < robot.joints.size(); ++j) {
    const RobotJoint& joint = robot.joints[j];
    if (!joint.limits || !drives[j].column) continue;
    const auto pieces = pieces_of(trajectory, drives[j]);
    for (std::size_t k = 0; k < pieces.size(); ++k) add_breaches(joint, j, k, pieces[k], breaches);
  }
  if (!trajectory.is_timed) std::erase_if(breaches, [](const auto& b) { return b.is_speed; });
  return breaches;
}

}  // namespace graze
