// SPDX-License-Identifier: MIT
#include "graze/io/write_report.h"

#include "io/json/contact_json.h"

namespace graze {
namespace {
using json::OrderedJson;
using json::pair_json;
using json::to_json;

OrderedJson to_json(const Scene& scene, const PairReport& pair) {
  const ContactReport& report = pair.report;
  OrderedJson contacts = OrderedJson::array();
  for (const Contact& contact : report.contacts) contacts.push_back(to_json(contact));
  OrderedJson json{{"pair", pair_json(scene, pair.a, pair.b)},
                   {"outcome", name(report.outcome)},
                   {"guarantee", name(report.guarantee)},
                   {"method", name(report.method)},
                   {"start", name(report.start)},
                   {"time", to_json(report.time)},
                   {"tolerance", report.tolerance},
                   {"closing_speed", report.closing_speed},
                   {"contacts", std::move(contacts)},
                   {"stats", to_json(report.stats)}};
  json::add_why(report, json);
  return json;
}

OrderedJson to_json(const Scene& scene, const PairClearance& pair) {
  const Clearance& clearance = pair.clearance;
  OrderedJson json{{"pair", pair_json(scene, pair.a, pair.b)},
                   {"outcome", name(clearance.outcome)},
                   {"guarantee", name(clearance.guarantee)}};
  if (clearance.outcome != Outcome::kUndecided) {
    json["distance"] = to_json(clearance.distance);
    json["time"] = clearance.time;
    json["closest"] = to_json(clearance.closest);
  }
  json["stats"] = to_json(clearance.stats);
  return json;
}

OrderedJson to_json(const ContactInterval& interval) {
  return {{"entry", to_json(interval.entry)},
          {"exit", to_json(interval.exit)},
          {"from_start", interval.from_start},
          {"to_end", interval.to_end}};
}

OrderedJson to_json(const Scene& scene, const PairIntervals& pair) {
  const ContactIntervals& contacts = pair.contacts;
  OrderedJson list = OrderedJson::array();
  for (const ContactInterval& interval : contacts.intervals) list.push_back(to_json(interval));
  return {{"pair", pair_json(scene, pair.a, pair.b)}, {"outcome", name(contacts.outcome)},
          {"guarantee", name(contacts.guarantee)},    {"sure_until", contacts.sure_until},
          {"tolerance", contacts.tolerance},          {"intervals", std::move(list)}};
}

/// What counts as a solid, and why.
OrderedJson bodies_json(const Scene& scene) {
  OrderedJson bodies = OrderedJson::array();
  for (const Body& body : scene.bodies) {
    if (body.shape.mesh().is_empty()) continue;
    const Solidity solidity = solidity_of(body);
    bodies.push_back({{"name", body.name},
                      {"counts_as", solidity.is_solid() ? "solid" : "surface"},
                      {"why", describe(solidity)}});
    if (body.deforms()) bodies.back()["frames"] = body.deformation.frames().size();
    if (body.shape.outward_error() > 0.0)
      bodies.back()["outward_error"] = body.shape.outward_error();
  }
  return bodies;
}

std::string_view overall(std::span<const PairReport> pairs) {
  bool is_undecided = false;
  for (const PairReport& pair : pairs) {
    if (touches(pair.report.outcome)) return "contact";
    is_undecided = is_undecided || pair.report.outcome == Outcome::kUndecided;
  }
  return is_undecided ? "undecided" : "separated";
}
}  // namespace

std::string_view name(AnswerForm form) {
  switch (form) {
    case AnswerForm::kFull:
      return "full";
    case AnswerForm::kCompact:
      return "compact";
    case AnswerForm::kVerdict:
      return "verdict";
  }
  return "";
}

std::string report_line(const Scene& scene, const LineOfBatch& line, const PairReport& pair) {
  OrderedJson json{{"question", line.question}};
  json.update(to_json(scene, pair));
  if (!line.with_seconds) json["stats"].erase("seconds");
  return json.dump();
}

std::string compact_line(const Scene& scene, const LineOfBatch& line, const PairReport& pair) {
  const ContactReport& report = pair.report;
  OrderedJson json{{"question", line.question}, {"outcome", name(report.outcome)}};
  if (touches(report.outcome)) json["pair"] = pair_json(scene, pair.a, pair.b);
  if (report.outcome != Outcome::kSeparated) json["time"] = to_json(report.time);
  return json.dump();
}

std::string verdict_line(std::size_t first_question, std::span<const PairReport> pairs) {
  std::string letters;
  for (const PairReport& pair : pairs) letters += name(pair.report.outcome)[0];
  return OrderedJson{{"question", first_question}, {"verdicts", letters}}.dump();
}

std::string report_document(const Scene& scene, const ReportHeader& header,
                            std::span<const PairReport> pairs) {
  OrderedJson reports = OrderedJson::array();
  for (const PairReport& pair : pairs) reports.push_back(to_json(scene, pair));
  OrderedJson json{{"format", "graze report 1"}, {"scene", header.scene},
                   {"units", header.units},      {"span", to_json(header.span)},
                   {"outcome", overall(pairs)},  {"seconds", header.seconds}};
  if (header.checked_pairs) json["checked_pairs"] = *header.checked_pairs;
  json["bodies"] = bodies_json(scene);
  if (!header.warnings.empty()) json["warnings"] = header.warnings;
  json["reports"] = std::move(reports);
  return json.dump(2) + "\n";
}

std::string clearance_document(const Scene& scene, const ReportHeader& header,
                               std::span<const PairClearance> pairs) {
  OrderedJson clearances = OrderedJson::array();
  for (const PairClearance& pair : pairs) clearances.push_back(to_json(scene, pair));
  const OrderedJson json{{"format", "graze clearance 1"}, {"scene", header.scene},
                         {"units", header.units},         {"span", to_json(header.span)},
                         {"seconds", header.seconds},     {"clearances", std::move(clearances)}};
  return json.dump(2) + "\n";
}

std::string intervals_document(const Scene& scene, const ReportHeader& header,
                               std::span<const PairIntervals> pairs) {
  OrderedJson list = OrderedJson::array();
  for (const PairIntervals& pair : pairs) list.push_back(to_json(scene, pair));
  const OrderedJson json{{"format", "graze intervals 1"}, {"scene", header.scene},
                         {"units", header.units},         {"span", to_json(header.span)},
                         {"seconds", header.seconds},     {"pairs", std::move(list)}};
  return json.dump(2) + "\n";
}

}  // namespace graze
