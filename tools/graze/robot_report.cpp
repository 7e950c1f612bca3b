// SPDX-License-Identifier: MIT
#include "robot_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <nlohmann/json.hpp>

#include "graze/query/clearance.h"
#include "graze/query/containment.h"

namespace graze::tool {
namespace {
using OrderedJson = nlohmann::ordered_json;

bool touches(const ContactReport& report) {
  return report.outcome == Outcome::kContact || report.outcome == Outcome::kOverlapAtStart;
}

std::vector<double> joints_at(const RobotScene& robot, double t) {
  return robot.trajectory ? values_at(robot.robot, *robot.trajectory, robot.rest, t) : robot.rest;
}

std::string pair_name(const Scene& scene, BodyId a, BodyId b) {
  return scene.bodies[a.index()].name + " / " + scene.bodies[b.index()].name;
}

OrderedJson joints_json(const RobotScene& robot, double t) {
  OrderedJson json = OrderedJson::object();
  const auto values = joints_at(robot, t);
  for (const std::size_t j : moved_joints(robot.robot))
    json[robot.robot.joints[j].name] = values[j];
  return json;
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

std::vector<TrajectoryBreach> breaches_of(const RobotScene& robot) {
  if (robot.trajectory) return limit_breaches(robot.robot, *robot.trajectory, robot.rest);
  std::vector<TrajectoryBreach> breaches;
  for (const LimitBreach& breach : limit_breaches(robot.robot, robot.rest)) {
    breaches.push_back({breach.joint, 0, 0.0, breach.value, false});
  }
  return breaches;
}

PairReport inside(const ContainedBody& contained, double t) {
  PairReport pair;
  pair.a = std::min(contained.inner, contained.outer);
  pair.b = std::max(contained.inner, contained.outer);
  pair.report.outcome = Outcome::kOverlapAtStart;
  pair.report.guarantee = Guarantee::kProved;
  pair.report.start = StartState::kOverlapping;
  pair.report.time = Interval(t);
  pair.report.reason = "one starts inside the other";
  return pair;
}

const PairClearance& nearest_of(const std::vector<PairClearance>& pairs) {
  return *std::min_element(pairs.begin(), pairs.end(), [](const auto& p, const auto& q) {
    return p.clearance.distance.hi < q.clearance.distance.hi;
  });
}

/// Distances as a bar of up to 40 letters.
std::string bar(double share) {
  return std::string(static_cast<std::size_t>(std::lround(40.0 * std::clamp(share, 0.0, 1.0))),
                     '#');
}
}  // namespace

std::vector<PairReport> contained_pairs(const PreparedScene& scene,
                                        std::span<const PairReport> reports) {
  const ClosedShapes closed(scene.scene());
  std::vector<PairReport> pairs;
  const double start = scene.scene().span.lo;
  for (const auto& contained : contained_bodies(scene, closed, scene.body_motions(), start)) {
    const PairReport pair = inside(contained, start);
    const auto same = [&](const PairReport& other) {
      return std::minmax(other.a, other.b) == std::minmax(pair.a, pair.b) &&
             other.report.outcome == Outcome::kOverlapAtStart;
    };
    if (std::none_of(reports.begin(), reports.end(), same)) pairs.push_back(pair);
  }
  return pairs;
}

std::string contact_details(const RobotScene& robot, std::span<const PairReport> reports) {
  std::string text;
  for (const PairReport& pair : reports) {
    if (!touches(pair.report)) continue;
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
  for (const TrajectoryBreach& breach : breaches_of(robot)) text += breach_text(robot, breach);
  return text;
}

std::string with_robot_details(const std::string& document, const RobotScene& robot,
                               std::span<const PairReport> reports) {
  OrderedJson json = OrderedJson::parse(document);
  json["robot"] = robot.robot.name;
  for (std::size_t i = 0; i < reports.size(); ++i) {
    const ContactReport& report = reports[i].report;
    if (!touches(report)) continue;
    OrderedJson& entry = json["reports"][i];
    if (robot.trajectory && robot.trajectory->points.size() > 1) {
      const std::size_t k = segment_at(*robot.trajectory, report.time.hi);
      entry["segment"] = {k, k + 1};
    }
    entry["joints"] = joints_json(robot, report.time.hi);
    if (report.outcome == Outcome::kContact) {
      entry["joints_last_safe"] = joints_json(robot, report.time.lo);
    }
  }
  OrderedJson& breaches = json["limit_breaches"] = OrderedJson::array();
  for (const TrajectoryBreach& breach : breaches_of(robot)) {
    breaches.push_back({{"joint", robot.robot.joints[breach.joint].name},
                        {"point", breach.point},
                        {"time", breach.time},
                        {breach.is_speed ? "speed" : "value", breach.value}});
  }
  return json.dump(2) + "\n";
}

ClearanceCurve clearance_curve(const PreparedScene& scene, const ContactOptions& options,
                               std::size_t samples) {
  ClearanceCurve curve;
  const Interval span = options.span.value_or(scene.scene().span);
  const std::size_t count = span.lo == span.hi ? 1 : samples;
  for (std::size_t i = 0; i < count; ++i) {
    ContactOptions at = options;
    const double s = count == 1 ? 0.0 : static_cast<double>(i) / static_cast<double>(count - 1);
    const double t = std::lerp(span.lo, span.hi, s);
    at.span = Interval(t);
    const auto pairs = clearances_per_pair(scene, at);
    if (pairs.empty()) return curve;
    curve.samples.push_back({t, nearest_of(pairs)});
  }
  curve.smallest = nearest_of(clearances_per_pair(scene, options));
  return curve;
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
