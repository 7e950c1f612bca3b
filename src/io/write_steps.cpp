// SPDX-License-Identifier: MIT
#include "graze/io/write_steps.h"

#include "io/json/report_json.h"

namespace graze {
namespace {
using json::OrderedJson;
using json::to_json;

OrderedJson to_json(const Scene& scene, const SceneEvent& e) {
  OrderedJson json{{"pair", json::pair_json(scene, e.a, e.b)},
                   {"event", name(e.kind)},
                   {"step", to_json(e.step)},
                   {"time", to_json(e.report.time)},
                   {"method", name(e.report.method)},
                   {"guarantee", name(e.report.guarantee)}};
  json::add_why(e.report, json);
  if (e.kind != SceneEvent::Kind::kContact) return json;
  json["kind"] = name(e.event.kind);
  json["point"] = to_json(e.event.point);
  json["centroid"] = to_json(e.event.centroid);
  json["normal"] = to_json(e.event.normal);
  json["closing_speed"] = e.report.closing_speed;
  json["manifold"] = json::array_of(e.event.manifold, [](const LoadedPoint& p) {
    return OrderedJson{
        {"point", to_json(p.point)}, {"normal", to_json(p.normal)}, {"share", p.share}};
  });
  return json;
}
}  // namespace

std::string step_document(const Scene& scene, const ReportHeader& header, const SceneWalk& walk) {
  OrderedJson json = json::begin_document("graze step 1", header);
  json["span"] = to_json(walk.span);
  json["dt"] = walk.dt;
  json["steps"] = walk.counts.steps;
  json["questions"] = walk.counts.questions;
  json["by_plane"] = walk.counts.by_plane;
  json["handed_over"] = walk.counts.handed_over;
  json["events"] =
      json::array_of(walk.events, [&](const SceneEvent& e) { return to_json(scene, e); });
  return json::text_of(json);
}

}  // namespace graze
