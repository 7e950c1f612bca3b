// SPDX-License-Identifier: MIT
#include "graze/io/write_curve.h"

#include <cmath>
#include <nlohmann/json.hpp>

namespace graze {
namespace {
using OrderedJson = nlohmann::ordered_json;

OrderedJson number(double x) { return std::isfinite(x) ? OrderedJson(x) : OrderedJson(nullptr); }

OrderedJson pair_json(const Scene& scene, const PairClearance& pair) {
  return {scene.bodies[pair.a.index()].name, scene.bodies[pair.b.index()].name};
}

OrderedJson nearest_json(const Scene& scene, const PairClearance& nearest) {
  const Clearance& clearance = nearest.clearance;
  return {{"outcome", name(clearance.outcome)},
          {"distance", {number(clearance.distance.lo), number(clearance.distance.hi)}},
          {"time", clearance.time},
          {"pair", pair_json(scene, nearest)}};
}

OrderedJson cell_json(const Scene& scene, const ClearanceCell& cell) {
  OrderedJson json{{"span", {cell.span.lo, cell.span.hi}},
                   {"lowest", number(cell.nearest.clearance.distance.lo)},
                   {"highest", number(cell.highest)}};
  json["nearest"] = nearest_json(scene, cell.nearest);
  return json;
}
}  // namespace

std::string curve_document(const Scene& scene, const ReportHeader& header,
                           const ClearanceCurve& curve) {
  OrderedJson json{{"format", "graze clearance curve 1"},
                   {"scene", header.scene},
                   {"units", header.units},
                   {"span", {header.span.lo, header.span.hi}},
                   {"seconds", header.seconds},
                   {"samples", OrderedJson::array()},
                   {"cells", OrderedJson::array()}};
  for (const auto& sample : curve.samples) {
    json["samples"].push_back(nearest_json(scene, sample.nearest));
  }
  for (const ClearanceCell& cell : curve.cells) json["cells"].push_back(cell_json(scene, cell));
  if (!curve.samples.empty()) json["smallest"] = nearest_json(scene, curve.smallest);
  return json.dump(2) + "\n";
}

}  // namespace graze
