// SPDX-License-Identifier: MIT
#include "robot_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "report_table.h"

namespace graze::tool {
namespace {
std::string names_of(const Scene& scene, const PairClearance& pair) {
  return printable(scene.bodies[pair.a.index()].name + " / " + scene.bodies[pair.b.index()].name);
}

std::string bar(double share, std::size_t longest) {
  const double length = static_cast<double>(longest) * std::clamp(share, 0.0, 1.0);
  return std::string(static_cast<std::size_t>(std::lround(length)), '#');
}

/// What is left of a line beside numbers and names; at most 40.
std::size_t bar_room(const Scene& scene, const ClearanceCurve& curve, std::size_t columns) {
  std::size_t longest = 0;
  for (const auto& sample : curve.samples) {
    longest = std::max(longest, letter_count(names_of(scene, sample.nearest)));
  }
  const std::size_t taken = longest + 31;
  return std::clamp<std::size_t>(columns > taken ? columns - taken : 0, 10, 40);
}
}  // namespace

std::string contact_details(const RobotScene& robot, std::span<const PairReport> reports) {
  std::string text;
  for (const PairReport& pair : reports) {
    if (!touches(pair.report.outcome)) continue;
    const Interval& time = pair.report.time;
    text += printable(pair_name(robot.scene, pair)) + ":\n";
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
    const std::string why = explanation(pair.report);
    if (!why.empty()) text += fmt::format("  because    {}\n", why);
  }
  return text;
}

std::string curve_text(const Scene& scene, const CheckOutput& result, const Terminal& terminal) {
  const ClearanceCurve& curve = *result.curve;
  if (curve.samples.empty()) return "clearance: no pair is checked\n";
  double widest = 0.0;
  for (const auto& sample : curve.samples)
    widest = std::max(widest, sample.nearest.clearance.distance.hi);
  const std::size_t room = bar_room(scene, curve, terminal.columns);
  std::string text = "clearance over time (smallest distance of pairs that move)\n";
  for (const auto& sample : curve.samples) {
    const double distance = sample.nearest.clearance.distance.hi;
    text += fmt::format("  {:>10.6g} s  {:>11.6g}  {:<{}}  {}\n", sample.time, distance,
                        bar(widest > 0.0 ? distance / widest : 0.0, room), room,
                        names_of(scene, sample.nearest));
  }
  if (result.robot == nullptr) return text;
  const double worst = curve.smallest.clearance.time;
  return text + fmt::format("  pose at {:.9g} s: {}\n", worst,
                            values_text(result.robot->robot, joints_at(*result.robot, worst)));
}

}  // namespace graze::tool
