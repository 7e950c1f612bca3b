// SPDX-License-Identifier: MIT
#include <tuple>

#include "io/json/read_report_parts.h"

namespace graze {
namespace {
using namespace json;

/// Reads {"joint": value, …}; a joint with a new name gets the next place.
std::vector<double> read_joints(const JsonCursor& cursor, NameList& joints) {
  std::vector<double> values;
  for (const std::string& joint : cursor.keys()) {
    const std::size_t place = joints.index(joint);
    if (place >= values.size()) values.resize(place + 1);
    values[place] = any_number(cursor.at(joint));
  }
  return values;
}

SweepContact read_sweep(const JsonCursor& cursor, NameList& joints, NameList& bodies) {
  SweepContact contact;
  if (const auto others = cursor.find("others")) contact.others = read_joints(*others, joints);
  contact.sweep = {joints.index(cursor.at("joint")), any_number(cursor.at("from")),
                   any_number(cursor.at("to"))};
  std::tie(contact.pair.a, contact.pair.b) = bodies.pair(cursor.at("pair"));
  contact.pair.report.outcome = read_outcome(cursor.at("outcome"));
  contact.last_safe = any_number(cursor.at("last_safe"));
  return contact;
}

LinkPairAudit read_audit(const JsonCursor& cursor, NameList& joints, NameList& links) {
  LinkPairAudit audit;
  const auto pair = cursor.at("links").items(2);
  audit.a = links.index(pair[0]);
  audit.b = links.index(pair[1]);
  audit.verdict =
      read_name(cursor.at("verdict"),
                {TouchVerdict::kAdjacent, TouchVerdict::kNeverProved, TouchVerdict::kNeverSeen,
                 TouchVerdict::kSometimes, TouchVerdict::kAlwaysSeen, TouchVerdict::kAlwaysProved,
                 TouchVerdict::kNotLooked});
  audit.joints = read_count(cursor.at("joints_between"));
  audit.touched = read_count(cursor.at("touched"));
  audit.samples = read_count(cursor.at("samples"));
  audit.proved_share = any_number(cursor.at("proved_share"));
  audit.sweeps = read_count(cursor.at("sweeps"));
  if (const auto witness = cursor.find("witness")) audit.witness = read_joints(*witness, joints);
  return audit;
}

RobotPart::Contact read_joints_of_contact(const JsonCursor& cursor, std::size_t report,
                                          NameList& joints) {
  RobotPart::Contact contact{report, {}, read_joints(cursor.at("joints"), joints), {}};
  if (const auto segment = cursor.find("segment")) {
    contact.segment = read_count(segment->items(2)[0]);
  }
  if (const auto safe = cursor.find("joints_last_safe")) {
    contact.joints_last_safe = read_joints(*safe, joints);
  }
  return contact;
}
}  // namespace

RobotPart json::read_robot_part(const JsonCursor& root) {
  RobotPart part{any_text(root.at("robot")), {}, {}, {}};
  NameList joints(part.joints);
  std::size_t report = 0;
  for (const JsonCursor& cursor : root.at("reports").items()) {
    if (cursor.has("joints"))
      part.contacts.push_back(read_joints_of_contact(cursor, report, joints));
    ++report;
  }
  for (const JsonCursor& breach : root.at("limit_breaches").items()) {
    const bool is_speed = breach.has("speed");
    part.limit_breaches.push_back({joints.index(breach.at("joint")), read_count(breach.at("point")),
                                   any_number(breach.at("time")),
                                   any_number(breach.at(is_speed ? "speed" : "value")), is_speed});
  }
  return part;
}

SweepDocument parse_sweep(std::string_view text, const std::string& place) {
  const Json json = parse_json(text, place);
  const JsonCursor root = expect_format(json, place, "graze sweep 1");
  SweepDocument document;
  document.robot = any_text(root.at("robot"));
  SweepResult& result = document.result;
  result.sweeps = read_count(root.at("sweeps"));
  result.runs = read_count(root.at("runs"));
  result.undecided = read_count(root.at("undecided"));
  NameList joints(document.joints), bodies(document.bodies);
  for (const JsonCursor& contact : root.at("contacts").items()) {
    result.contacts.push_back(read_sweep(contact, joints, bodies));
  }
  return document;
}

LinkPairAudit parse_audit_line(std::string_view line, const std::string& place,
                               std::vector<std::string>& links, std::vector<std::string>& joints) {
  const Json json = parse_json(line, place);
  NameList joint_names(joints), link_names(links);
  return read_audit(JsonCursor(json, place), joint_names, link_names);
}

AuditDocument parse_audit(std::string_view text, const std::string& place) {
  const Json json = parse_json(text, place);
  const JsonCursor root = expect_format(json, place, "graze acm 1");
  AuditDocument document;
  document.robot = any_text(root.at("robot"));
  document.header = {read_count(root.at("samples")), read_count(root.at("seed"))};
  NameList joints(document.joints), links(document.links);
  for (const JsonCursor& pair : root.at("pairs").items()) {
    document.audits.push_back(read_audit(pair, joints, links));
  }
  return document;
}

}  // namespace graze
