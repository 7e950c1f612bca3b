// SPDX-License-Identifier: MIT
#include "graze/io/write_curve.h"

#include <cmath>

#include "io/json/report_json.h"

namespace graze {
namespace {
using json::OrderedJson;

OrderedJson number(double x) { return std::isfinite(x) ? OrderedJson(x) : OrderedJson(nullptr); }

OrderedJson nearest_json(const Scene& scene, const PairClearance& nearest) {
  const Clearance& clearance = nearest.clearance;
  return {{"outcome", name(clearance.outcome)},
          {"distance", {number(clearance.distance.lo), number(clearance.distance.hi)}},
          {"time", clearance.time},
          {"pair", json::pair_json(scene, nearest.a, nearest.b)}};
}

OrderedJson cell_json(const Scene& scene, const ClearanceCell& cell) {
  OrderedJson json{{"span", json::to_json(cell.span)},
                   {"lowest", number(cell.nearest.clearance.distance.lo)},
                   {"highest", number(cell.highest)}};
  json["nearest"] = nearest_json(scene, cell.nearest);
  return json;
}
}  // namespace

OrderedJson json::curve_json(const Scene& scene, const ReportHeader& header,
                             const ClearanceCurve& curve) {
  OrderedJson json = json::begin_document_over_span("graze clearance curve 1", header);
  json["samples"] = json::array_of(
      curve.samples, [&](const auto& sample) { return nearest_json(scene, sample.nearest); });
  json["cells"] = json::array_of(curve.cells,
                                 [&](const ClearanceCell& cell) { return cell_json(scene, cell); });
  if (!curve.samples.empty()) json["smallest"] = nearest_json(scene, curve.smallest);
  return json;
}

std::string curve_document(const Scene& scene, const ReportHeader& header,
                           const ClearanceCurve& curve) {
  return json::text_of(json::curve_json(scene, header, curve));
}

}  // namespace graze
