// SPDX-License-Identifier: MIT
#include <tuple>

#include "io/json/read_report_parts.h"

namespace graze {
namespace {
using namespace json;

void read_collision(const JsonCursor& cursor, SceneEvent& event) {
  event.report.outcome = Outcome::kContact;
  event.report.closing_speed = any_number(cursor.at("closing_speed"));
  event.event.kind = read_name(
      cursor.at("kind"), {ContactKind::kVertexFace, ContactKind::kEdgeEdge, ContactKind::kEdgeFace,
                          ContactKind::kFaceFace, ContactKind::kSeveral});
  event.event.point = cursor.at("point").vec3(kAnyNumber);
  event.event.centroid = cursor.at("centroid").vec3(kAnyNumber);
  event.event.normal = cursor.at("normal").vec3(kAnyNumber);
  event.event.offset = event.event.normal.dot(event.event.centroid);
  event.event.time = event.report.time.lo;
  for (const JsonCursor& point : cursor.at("manifold").items()) {
    event.event.manifold.push_back({point.at("point").vec3(kAnyNumber),
                                    point.at("normal").vec3(kAnyNumber),
                                    any_number(point.at("share"))});
  }
}

SceneEvent read_event(const JsonCursor& cursor, NameList& bodies) {
  using Kind = SceneEvent::Kind;
  SceneEvent event;
  std::tie(event.a, event.b) = bodies.pair(cursor.at("pair"));
  event.kind = read_name(cursor.at("event"), {Kind::kContact, Kind::kOverlap, Kind::kTouching,
                                              Kind::kApart, Kind::kUndecided});
  event.step = read_interval(cursor.at("step"));
  event.report.time = read_interval(cursor.at("time"));
  event.report.method = read_method(cursor.at("method"));
  event.report.guarantee = read_guarantee(cursor.at("guarantee"));
  event.report.outcome = event.kind == Kind::kOverlap ? Outcome::kOverlapAtStart
                         : event.kind == Kind::kApart ? Outcome::kSeparated
                                                      : Outcome::kUndecided;
  read_why(cursor, event.report);
  if (event.kind == Kind::kContact) read_collision(cursor, event);
  return event;
}
}  // namespace

StepDocument parse_steps(std::string_view text, const std::string& place) {
  const Json json = parse_json(text, place);
  const JsonCursor root = expect_format(json, place, "graze step 1");
  StepDocument document{read_header(root), {}, {}};
  SceneWalk& walk = document.walk;
  walk.span = document.header.span;
  walk.dt = any_number(root.at("dt"));
  walk.counts = {read_count(root.at("steps")), read_count(root.at("questions")),
                 read_count(root.at("by_plane")), read_count(root.at("handed_over"))};
  NameList bodies(document.bodies);
  for (const JsonCursor& event : root.at("events").items()) {
    walk.events.push_back(read_event(event, bodies));
  }
  return document;
}

}  // namespace graze
