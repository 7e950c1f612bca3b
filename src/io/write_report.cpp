// SPDX-License-Identifier: MIT
#include "graze/io/write_report.h"

#include <nlohmann/json.hpp>

namespace graze {
namespace {
using OrderedJson = nlohmann::ordered_json;

OrderedJson to_json(const Vec3& v) { return {v.x(), v.y(), v.z()}; }

OrderedJson to_json(const Interval& interval) { return {interval.lo, interval.hi}; }

OrderedJson to_json(const Feature& feature) {
  OrderedJson json{{"kind", name(feature.kind)}, {"triangle", feature.triangle.value}};
  if (feature.kind == FeatureKind::kVertex) json["vertices"] = {feature.vertices[0]};
  if (feature.kind == FeatureKind::kEdge) {
    json["vertices"] = {feature.vertices[0], feature.vertices[1]};
  }
  return json;
}

OrderedJson to_json(const Contact& contact) {
  return {{"point", to_json(contact.point)},        {"point_a", to_json(contact.point_a)},
          {"point_b", to_json(contact.point_b)},    {"normal", to_json(contact.normal)},
          {"distance", contact.distance},           {"feature_a", to_json(contact.feature_a)},
          {"feature_b", to_json(contact.feature_b)}};
}

OrderedJson to_json(const Stats& stats) {
  return {{"box_tests", stats.box_tests},
          {"wide_tests", stats.wide_tests},
          {"triangle_tests", stats.triangle_tests},
          {"iterations", stats.iterations},
          {"poses", stats.poses},
          {"seconds", stats.seconds}};
}

template <typename Pair>
OrderedJson body_names(const Scene& scene, const Pair& pair) {
  // Where no pair decides (a whole scene that stays apart) there is no pair to name.
  if (pair.a == pair.b) return nullptr;
  return {scene.bodies[pair.a.index()].name, scene.bodies[pair.b.index()].name};
}

OrderedJson to_json(const Scene& scene, const PairReport& pair) {
  const ContactReport& report = pair.report;
  OrderedJson contacts = OrderedJson::array();
  for (const Contact& contact : report.contacts) contacts.push_back(to_json(contact));
  OrderedJson json{{"pair", body_names(scene, pair)},     {"outcome", name(report.outcome)},
                   {"guarantee", name(report.guarantee)}, {"method", name(report.method)},
                   {"start", name(report.start)},         {"time", to_json(report.time)},
                   {"tolerance", report.tolerance},       {"closing_speed", report.closing_speed},
                   {"contacts", std::move(contacts)},     {"stats", to_json(report.stats)}};
  if (!report.reason.empty()) json["reason"] = report.reason;
  return json;
}

OrderedJson to_json(const Scene& scene, const PairClearance& pair) {
  const Clearance& clearance = pair.clearance;
  OrderedJson json{{"pair", body_names(scene, pair)},
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

std::string_view overall(std::span<const PairReport> pairs) {
  bool is_undecided = false;
  for (const PairReport& pair : pairs) {
    const Outcome outcome = pair.report.outcome;
    if (outcome == Outcome::kContact || outcome == Outcome::kOverlapAtStart) return "contact";
    is_undecided = is_undecided || outcome == Outcome::kUndecided;
  }
  return is_undecided ? "undecided" : "separated";
}
}  // namespace

std::string report_line(const Scene& scene, std::size_t question, const PairReport& pair) {
  OrderedJson json{{"question", question}};
  json.update(to_json(scene, pair));
  return json.dump();
}

std::string report_document(const Scene& scene, const ReportHeader& header,
                            std::span<const PairReport> pairs) {
  OrderedJson reports = OrderedJson::array();
  for (const PairReport& pair : pairs) reports.push_back(to_json(scene, pair));
  OrderedJson json{{"format", "graze report 1"}, {"scene", header.scene},
                   {"units", header.units},      {"span", to_json(header.span)},
                   {"outcome", overall(pairs)},  {"seconds", header.seconds}};
  if (header.checked_pairs) json["checked_pairs"] = *header.checked_pairs;
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

}  // namespace graze
