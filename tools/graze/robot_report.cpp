// SPDX-License-Identifier: MIT
#include "robot_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace graze::tool {
namespace {
std::string pair_name(const Scene& scene, BodyId a, BodyId b) {
  return scene.bodies[a.index()].name + " / " + scene.bodies[b.index()].name;
}

std::string breach_text(const RobotScene& robot, const TrajectoryBreach& breach) {
  const RobotJoint& joint = robot.robot.joints[breach.joint];
  if (breach.is_speed) {
    return fmt::format("limit: '{}' moves at {:.6g} per s at {:.6g} s, more than {:.6g}\n",
                       joint.name, breach.value, breach.time, joint.limits->velocity);
  }
  return fmt::format("limit: '{}' is {:.6g} at {:.6g} s, outside [{:.6g}, {:.6g}]\n", joint.name,
                     breach.value, breach.time, joint.limits->lower, joint.limits->upper);
}

/// Distances as a bar of up to 40 letters.
std::string bar(double share) {
  return std::string(static_cast<std::size_t>(std::lround(40.0 * std::clamp(share, 0.0, 1.0))),
                     '#');
}
}  // namespace

std::string contact_details(const RobotScene& robot, std::span<const PairReport> reports) {
  std::string text;
  for (const PairReport& pair : reports) {
    if (!touches(pair.report.outcome)) continue;
    const Interval& time = pair.report.time;
    text += fmt::format("{}:\n", pair_name(robot.scene, pair.a, pair.b));
    if (robot.trajectory && robot.trajectory->points.size() > 1) {
      const std::size_t k = segment_at(*robot.trajectory, time.hi);
      text += fmt::format("  segment    waypoint {} to {} (of {})\n", k, k + 1,
                          robot.trajectory->points.size());
    }
    text += fmt::format("  touches    {:.9g} s  {}\n", time.hi,
                        values_text(robot.robot, joints_at(robot, time.hi)));
    if (pair.report.outcome == Outcome::kContact) {
      text += fmt::format("  last safe  {:.9g} s  {}\n", time.lo,
                          values_text(robot.robot, joints_at(robot, time.lo)));
    }
    if (!pair.report.reason.empty()) text += fmt::format("  because    {}\n", pair.report.reason);
  }
  return text;
}

std::string limit_lines(const RobotScene& robot) {
  std::string text;
  for (const TrajectoryBreach& breach : limit_breaches(robot)) text += breach_text(robot, breach);
  return text;
}

std::string curve_text(const RobotScene& robot, const ClearanceCurve& curve) {
  if (curve.samples.empty()) return "clearance: no pair is checked\n";
  double widest = 0.0;
  for (const auto& sample : curve.samples)
    widest = std::max(widest, sample.nearest.clearance.distance.hi);
  std::string text = "clearance over time (smallest distance of all checked pairs)\n";
  for (const auto& sample : curve.samples) {
    const PairClearance& nearest = sample.nearest;
    const double distance = nearest.clearance.distance.hi;
    text += fmt::format("  {:>10.6g} s  {:>11.6g}  {:<40}  {}\n", sample.time, distance,
                        bar(widest > 0.0 ? distance / widest : 0.0),
                        pair_name(robot.scene, nearest.a, nearest.b));
  }
  const Clearance& smallest = curve.smallest.clearance;
  text +=
      fmt::format("smallest: [{:.6g}, {:.6g}] {} between {} at {:.9g} s, proved over the span\n",
                  smallest.distance.lo, smallest.distance.hi, robot.scene.units,
                  pair_name(robot.scene, curve.smallest.a, curve.smallest.b), smallest.time);
  text +=
      fmt::format("  pose there: {}\n", values_text(robot.robot, joints_at(robot, smallest.time)));
  return text;
}

}  // namespace graze::tool
