// SPDX-License-Identifier: MIT
#include "io/json/report_json.h"

namespace graze::json {
namespace {
/// For each body, whether it counts as a solid, and why.
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

OrderedJson begin_document(std::string_view format, const ReportHeader& header) {
  return {{"format", format}, {"scene", header.scene}, {"units", header.units}};
}

OrderedJson begin_document_over_span(std::string_view format, const ReportHeader& header) {
  OrderedJson json = begin_document(format, header);
  json["span"] = to_json(header.span);
  json["seconds"] = header.seconds;
  return json;
}

OrderedJson report_json(const Scene& scene, const PairReport& pair) {
  const ContactReport& report = pair.report;
  OrderedJson json{{"pair", pair_json(scene, pair.a, pair.b)}};
  add_answer(report, json);
  json["contacts"] = array_of(report.contacts, [](const Contact& c) { return to_json(c); });
  json["stats"] = to_json(report.stats);
  add_why(report, json);
  return json;
}

OrderedJson report_json(const Scene& scene, const ReportHeader& header,
                        std::span<const PairReport> pairs) {
  OrderedJson json = begin_document("graze report 1", header);
  json["span"] = to_json(header.span);
  json["outcome"] = overall(pairs);
  json["seconds"] = header.seconds;
  if (header.checked_pairs) json["checked_pairs"] = *header.checked_pairs;
  json["bodies"] = bodies_json(scene);
  if (!header.warnings.empty()) json["warnings"] = header.warnings;
  json["reports"] =
      array_of(pairs, [&](const PairReport& pair) { return report_json(scene, pair); });
  return json;
}

}  // namespace graze::json
