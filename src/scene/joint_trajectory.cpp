// SPDX-License-Identifier: MIT
#include "graze/scene/joint_trajectory.h"

#include <algorithm>
#include <cmath>

#include "graze/base/error.h"
#include "scene/joint_polynomial.h"

namespace graze {
namespace {
std::string place_of(std::size_t point) { return "trajectory point " + std::to_string(point); }

void check_numbers(const std::vector<double>& numbers, std::size_t count, const std::string& place,
                   const char* what) {
  if (numbers.size() != count) {
    throw InputError({place, std::to_string(numbers.size()) + " " + what,
                      "one for each of the " + std::to_string(count) + " joints", ""});
  }
  for (const double x : numbers) {
    if (std::isfinite(x) && std::fabs(x) <= 1e6) continue;
    throw InputError({place,
                      std::string("a number of ") + what + " that is not finite or beyond 1e6",
                      "rad or lengths", ""});
  }
}

void check_point(const JointTrajectory& trajectory, std::size_t k) {
  const TrajectoryPoint& point = trajectory.points[k];
  const std::size_t count = trajectory.joints.size();
  const std::string place = place_of(k);
  const bool ascends = k == 0 || trajectory.points[k - 1].time < point.time;
  if (!std::isfinite(point.time) || !ascends) {
    throw InputError(
        {place, "a time that does not ascend", "finite times that ascend strictly", ""});
  }
  check_numbers(point.positions, count, place, "positions");
  if (trajectory.interpolation >= JointInterpolation::kCubic) {
    check_numbers(point.velocities, count, place, "velocities");
  }
  if (trajectory.interpolation >= JointInterpolation::kQuintic) {
    check_numbers(point.accelerations, count, place, "accelerations");
  }
}

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

/// Column j of the trajectory between points k and k + 1.
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

/// For each joint of the robot the column that moves it, and how: value = scale * column + shift.
struct Drive {
  std::optional<std::size_t> column;
  double scale = 1.0;
  double shift = 0.0;
};

std::vector<Drive> drives_of(const Robot& robot, const JointTrajectory& trajectory) {
  std::vector<Drive> drives(robot.joints.size());
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
    Drive drive;
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

std::vector<JointPolynomial> pieces_of(const JointTrajectory& trajectory, const Drive& drive) {
  std::vector<JointPolynomial> pieces;
  for (std::size_t k = 0; k + 1 < trajectory.points.size(); ++k) {
    pieces.push_back(piece_of(trajectory, *drive.column, k));
    for (double& c : pieces.back().c) c *= drive.scale;
    pieces.back().c[0] += drive.shift;
  }
  return pieces;
}

std::vector<TimedValue> timed_values(const JointTrajectory& trajectory, const Drive& drive) {
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
                     const Drive& drive) {
  const auto values = timed_values(trajectory, drive);
  if (values.size() == 1) return joint_motion(joint, values[0].value, values[0].value, {0.0, 1.0});
  if (trajectory.interpolation != JointInterpolation::kLinear) {
    return polynomial_joint_motion(joint.frame, joint.kind, pieces_of(trajectory, drive));
  }
  if (stands(values)) return joint_motion(joint, values[0].value, values[0].value, {0.0, 1.0});
  return joint.kind == RobotJointKind::kPrismatic ? prismatic_motion(joint.frame, values)
                                                  : revolute_motion(joint.frame, values);
}

struct Extreme {
  double time, value, speed;
};

/// Positions and speeds along one segment of one joint, at 33 times.
std::vector<Extreme> samples_of(const JointPolynomial& piece) {
  std::vector<Extreme> samples;
  for (int i = 0; i <= 32; ++i) {
    const double t = std::lerp(piece.span.lo, piece.span.hi, i / 32.0);
    const JointValue q = value_at({piece}, t);
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

std::string_view name(JointInterpolation interpolation) {
  switch (interpolation) {
    case JointInterpolation::kLinear:
      return "linear";
    case JointInterpolation::kCubic:
      return "cubic";
    case JointInterpolation::kQuintic:
      return "quintic";
  }
  return "";
}

JointInterpolation natural_interpolation(const JointTrajectory& trajectory) {
  const auto all = [&](auto member) {
    return std::all_of(
        trajectory.points.begin(), trajectory.points.end(),
        [&](const TrajectoryPoint& p) { return (p.*member).size() == trajectory.joints.size(); });
  };
  if (!all(&TrajectoryPoint::velocities)) return JointInterpolation::kLinear;
  return all(&TrajectoryPoint::accelerations) ? JointInterpolation::kQuintic
                                              : JointInterpolation::kCubic;
}

void check(const JointTrajectory& trajectory) {
  if (trajectory.points.empty() || trajectory.joints.empty()) {
    throw InputError({"trajectory", "no points or no joints", "at least one of each", ""});
  }
  for (std::size_t k = 0; k < trajectory.points.size(); ++k) check_point(trajectory, k);
}

Interval span_of(const JointTrajectory& trajectory) {
  return {trajectory.points.front().time, trajectory.points.back().time};
}

std::size_t segment_at(const JointTrajectory& trajectory, double t) {
  const auto& points = trajectory.points;
  const auto after =
      std::upper_bound(points.begin(), points.end(), t,
                       [](double x, const TrajectoryPoint& p) { return x < p.time; });
  const auto k = after == points.begin() ? 0 : static_cast<std::size_t>(after - points.begin()) - 1;
  return points.size() < 2 ? 0 : std::min(k, points.size() - 2);
}

std::vector<double> values_at(const Robot& robot, const JointTrajectory& trajectory,
                              const std::vector<double>& rest, double t) {
  const auto drives = drives_of(robot, trajectory);
  std::vector<double> values = rest;
  const std::size_t k = segment_at(trajectory, t);
  for (std::size_t j = 0; j < values.size(); ++j) {
    if (!drives[j].column || robot.joints[j].mimic) continue;
    values[j] = trajectory.points.size() < 2
                    ? trajectory.points[0].positions[*drives[j].column]
                    : value_at({piece_of(trajectory, *drives[j].column, k)}, t).value;
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
  return breaches;
}

}  // namespace graze
