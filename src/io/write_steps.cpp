// SPDX-License-Identifier: MIT
#include "graze/io/write_steps.h"

#include "io/json/contact_json.h"

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
  json["manifold"] = OrderedJson::array();
  for (const LoadedPoint& p : e.event.manifold) {
    json["manifold"].push_back(
        {{"point", to_json(p.point)}, {"normal", to_json(p.normal)}, {"share", p.share}});
  }
  return json;
}
}  // namespace

std::string step_document(const Scene& scene, const ReportHeader& header, const SceneWalk& walk) {
  OrderedJson events = OrderedJson::array();
  for (const SceneEvent& e : walk.events) events.push_back(to_json(scene, e));
  const OrderedJson json{{"format", "graze step 1"},
                         {"scene", header.scene},
                         {"units", header.units},
                         {"span", to_json(walk.span)},
                         {"dt", walk.dt},
                         {"steps", walk.counts.steps},
                         {"questions", walk.counts.questions},
                         {"by_plane", walk.counts.by_plane},
                         {"handed_over", walk.counts.handed_over},
                         {"events", std::move(events)}};
  return json.dump(2) + "\n";
}

}  // namespace graze
