// SPDX-License-Identifier: MIT
#include "graze/io/write_overlap.h"

#include "io/json/report_json.h"

namespace graze {
namespace {
using json::OrderedJson;
using json::to_json;

OrderedJson to_json(const OverlapSide& side) {
  return {{"linear", to_json(side.rigid.linear)},
          {"angular", to_json(side.rigid.angular)},
          {"vertices", side.vertices.size()}};
}

OrderedJson to_json(const DepthStats& stats) {
  return {{"triangles", stats.triangles}, {"rasterised", stats.rasterised},
          {"fragments", stats.fragments}, {"layers", stats.layers},
          {"contacts", stats.contacts},   {"seconds", stats.seconds}};
}

OrderedJson odd_columns(const OverlapVolume& overlap, const std::string& a, const std::string& b) {
  OrderedJson first = OrderedJson::array();
  for (const OddColumn& odd : overlap.odd_columns) {
    first.push_back({{"body", odd.body == 0 ? a : b},
                     {"axis", std::string(1, "xyz"[odd.axis])},
                     {"point", to_json(odd.point)}});
  }
  return {{"count", overlap.odd_column_count}, {"first", std::move(first)}};
}

OrderedJson to_json(const Scene& scene, const PairOverlap& pair) {
  const OverlapVolume& overlap = pair.overlap;
  const std::string& a = scene.bodies[pair.a.index()].name;
  const std::string& b = scene.bodies[pair.b.index()].name;
  OrderedJson json{{"pair", {a, b}},
                   {"volume", overlap.volume},
                   {"error", overlap.error},
                   {"volume_by_axis", overlap.volume_by_axis},
                   {"guarantee", name(overlap.guarantee)},
                   {"centre", to_json(overlap.centre)},
                   {"way_out_of_a", to_json(overlap.way_out_of_a())},
                   {"depth", overlap.depth()},
                   {"longest", overlap.longest},
                   {"gradient_a", to_json(overlap.sides[0])},
                   {"gradient_b", to_json(overlap.sides[1])},
                   {"stats", to_json(overlap.stats)}};
  if (overlap.odd_column_count > 0) json["odd_columns"] = odd_columns(overlap, a, b);
  return json;
}
}  // namespace

std::string overlap_document(const Scene& scene, const ReportHeader& header,
                             const std::array<int, 3>& pixels,
                             std::span<const OverlapsAt> instants) {
  OrderedJson json = json::begin_document("graze volume 1", header);
  json["pixels"] = pixels;
  json["seconds"] = header.seconds;
  json["instants"] = json::array_of(instants, [&](const OverlapsAt& instant) {
    const auto pair_json = [&](const PairOverlap& pair) { return to_json(scene, pair); };
    return OrderedJson{{"time", instant.time},
                       {"overlaps", json::array_of(instant.pairs, pair_json)}};
  });
  return json::text_of(json);
}

}  // namespace graze
