// SPDX-License-Identifier: MIT
#include "graze/io/monitor_io.h"

#include "io/json/contact_json.h"
#include "io/json/json_text.h"
#include "io/scene_json/body_named.h"
#include "io/scene_json/read_pose.h"

namespace graze {
namespace {
using json::JsonCursor;
using json::OrderedJson;
using scene_json::body_named;

Observation read_observation(const JsonCursor& cursor, BodyId body, double time) {
  Observation seen{body, time, {}, {}};
  if (cursor.has(scene_json::kPosition) || cursor.has(scene_json::kRotation)) {
    seen.pose = scene_json::read_pose_keys(cursor);
  }
  if (const auto vertices = cursor.find("vertices")) {
    for (const JsonCursor& vertex : vertices->items()) seen.vertices.push_back(vertex.vec3());
  }
  if (!seen.pose && seen.vertices.empty()) {
    cursor.refuse("nothing seen", "a position, a rotation or vertices", "");
  }
  return seen;
}
}  // namespace

std::vector<Observation> parse_observations(std::string_view line, const std::string& place,
                                            const Scene& scene) {
  const json::Json document = json::parse_json(line, place);
  const JsonCursor cursor(document, place);
  if (document.is_object() && document.contains("body")) {
    cursor.expect_keys({"time", "body", "position", "rotation", "vertices"});
    const JsonCursor name = cursor.at("body");
    return {read_observation(cursor, body_named(name, name.text(), scene),
                             cursor.at("time").number(json::kTime))};
  }
  cursor.expect_keys({"time", "bodies"});
  const double time = cursor.at("time").number(json::kTime);
  const JsonCursor bodies = cursor.at("bodies");
  std::vector<Observation> seen;
  for (const std::string& name : bodies.keys()) {
    const JsonCursor one = bodies.at(name);
    one.expect_keys({"position", "rotation", "vertices"});
    seen.push_back(read_observation(one, body_named(bodies, name, scene), time));
  }
  return seen;
}

std::string event_line(const Scene& scene, const MonitorEvent& event, std::size_t max_faces) {
  OrderedJson line{{"event", name(event.kind)},
                   {"time", event.time},
                   {"pair", json::pair_json(scene, event.a, event.b)}};
  if (event.kind == MonitorEventKind::kWithdrawn) {
    line["free_until"] = event.earliest;
    return line.dump();
  }
  line["earliest"] = event.earliest;
  line["lead"] = event.lead();
  line["guarantee"] = name(Guarantee::kConservative);
  line["coarse"] = event.is_coarse;
  line["inside"] = event.is_inside;
  line["face_pairs"] = event.faces.size();
  line["faces"] = OrderedJson::array();
  for (const FacePair& pair : event.faces) {
    if (line["faces"].size() >= max_faces) break;
    line["faces"].push_back({pair.a.value, pair.b.value, pair.earliest});
  }
  if (event.confirmed) {
    line["confirmed"] = {{"outcome", name(event.confirmed->outcome)},
                         {"guarantee", name(event.confirmed->guarantee)},
                         {"time", json::to_json(event.confirmed->time)}};
  }
  return line.dump();
}

}  // namespace graze
