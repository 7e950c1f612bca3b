// SPDX-License-Identifier: MIT
#include "graze/io/write_robot.h"

#include <fmt/format.h>

#include <cmath>

#include "graze/io/xml_text.h"
#include "io/json/report_json.h"

namespace graze {
namespace {
using json::OrderedJson;

OrderedJson joints_json(const Robot& robot, std::span<const double> values) {
  OrderedJson json = OrderedJson::object();
  for (const std::size_t j : moved_joints(robot)) json[robot.joints[j].name] = values[j];
  return json;
}

void add_joints(const RobotScene& robot, const ContactReport& report, OrderedJson& entry) {
  if (robot.trajectory && robot.trajectory->points.size() > 1) {
    const std::size_t k = segment_at(*robot.trajectory, report.time.hi);
    entry["segment"] = {k, k + 1};
  }
  entry["joints"] = joints_json(robot.robot, joints_at(robot, report.time.hi));
  if (report.outcome != Outcome::kContact) return;
  entry["joints_last_safe"] = joints_json(robot.robot, joints_at(robot, report.time.lo));
}

OrderedJson to_json(const RobotScene& robot, const SweepContact& contact) {
  return {{"joint", robot.robot.joints[contact.sweep.joint].name},
          {"from", contact.sweep.from},
          {"to", contact.sweep.to},
          {"pair", json::pair_json(robot.scene, contact.pair.a, contact.pair.b)},
          {"outcome", name(contact.pair.report.outcome)},
          {"last_safe", contact.last_safe},
          {"others", joints_json(robot.robot, contact.others)}};
}

OrderedJson to_json(const Robot& robot, const LinkPairAudit& audit) {
  OrderedJson json{{"links", {robot.links[audit.a].name, robot.links[audit.b].name}},
                   {"verdict", name(audit.verdict)},
                   {"joints_between", audit.joints},
                   {"touched", audit.touched},
                   {"samples", audit.samples},
                   {"proved_share", audit.proved_share},
                   {"sweeps", audit.sweeps}};
  if (!audit.witness.empty()) json["witness"] = joints_json(robot, audit.witness);
  return json;
}

/// The SRDF word for why a pair is not checked; empty if it is checked.
std::string_view srdf_reason(TouchVerdict verdict) {
  switch (verdict) {
    case TouchVerdict::kAdjacent:
      return "Adjacent";
    case TouchVerdict::kNeverProved:
    case TouchVerdict::kNeverSeen:
      return "Never";
    case TouchVerdict::kAlwaysSeen:
    case TouchVerdict::kAlwaysProved:
      return "Default";
    case TouchVerdict::kSometimes:
    case TouchVerdict::kNotLooked:
      break;
  }
  return "";
}
}  // namespace

OrderedJson json::robot_report_json(const RobotScene& robot, const ReportHeader& header,
                                    std::span<const PairReport> reports) {
  OrderedJson json = json::report_json(robot.scene, header, reports);
  json["robot"] = robot.robot.name;
  for (std::size_t i = 0; i < reports.size(); ++i) {
    if (!touches(reports[i].report.outcome)) continue;
    add_joints(robot, reports[i].report, json["reports"][i]);
  }
  OrderedJson& breaches = json["limit_breaches"] = OrderedJson::array();
  for (const TrajectoryBreach& breach : limit_breaches(robot)) {
    breaches.push_back({{"joint", robot.robot.joints[breach.joint].name},
                        {"point", breach.point},
                        {"time", breach.time},
                        {breach.is_speed ? "speed" : "value", breach.value}});
  }
  return json;
}

std::string robot_report_document(const RobotScene& robot, const ReportHeader& header,
                                  std::span<const PairReport> reports) {
  return json::text_of(json::robot_report_json(robot, header, reports));
}

std::string sweep_document(const RobotScene& robot, const SweepResult& result) {
  OrderedJson contacts =
      json::array_of(result.contacts, [&](const SweepContact& c) { return to_json(robot, c); });
  const OrderedJson json{{"format", "graze sweep 1"},     {"robot", robot.robot.name},
                         {"sweeps", result.sweeps},       {"runs", result.runs},
                         {"undecided", result.undecided}, {"contacts", std::move(contacts)}};
  return json::text_of(json);
}

std::string audit_document(const Robot& robot, const AuditHeader& header,
                           std::span<const LinkPairAudit> audits) {
  OrderedJson pairs =
      json::array_of(audits, [&](const LinkPairAudit& audit) { return to_json(robot, audit); });
  const OrderedJson json{{"format", "graze acm 1"},
                         {"robot", robot.name},
                         {"samples", header.samples},
                         {"seed", header.seed},
                         {"pairs", std::move(pairs)}};
  return json::text_of(json);
}

std::string audit_line(const Robot& robot, std::size_t number, const LinkPairAudit& audit) {
  OrderedJson json{{"question", number}};
  json.update(to_json(robot, audit));
  return json.dump();
}

std::string audit_srdf(const Robot& robot, std::span<const LinkPairAudit> audits) {
  std::string text =
      fmt::format("<?xml version=\"1.0\"?>\n<robot name=\"{}\">\n", xml_text(robot.name));
  for (const LinkPairAudit& audit : audits) {
    const std::string_view reason = srdf_reason(audit.verdict);
    if (reason.empty()) continue;
    text += fmt::format(
        "  <disable_collisions link1=\"{}\" link2=\"{}\" reason=\"{}\"/>  <!-- {} -->\n",
        xml_text(robot.links[audit.a].name), xml_text(robot.links[audit.b].name), reason,
        verdict_text(audit));
  }
  return text + "</robot>\n";
}

std::string verdict_text(const LinkPairAudit& audit) {
  if (audit.verdict != TouchVerdict::kNeverSeen || audit.proved_share <= 0.0) {
    return std::string(name(audit.verdict));
  }
  // Rounded down, since "100 %" would claim a proof.
  const double percent = std::floor(1000.0 * audit.proved_share) / 10.0;
  return fmt::format("{}, proved for {} % of the range", name(audit.verdict), percent);
}

}  // namespace graze
