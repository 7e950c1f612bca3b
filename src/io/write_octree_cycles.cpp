// SPDX-License-Identifier: MIT
#include "graze/io/write_octree_cycles.h"

#include "io/json/report_json.h"

namespace graze {
namespace {
using namespace json;

OrderedJson alarm_json(const OctreeDocument::Alarm& alarm) {
  return {{"pair", alarm.bodies}, {"face_pairs", alarm.face_pairs}};
}

OrderedJson cycle_json(const OctreeDocument::Cycle& cycle) {
  OrderedJson json{{"time", cycle.time},
                   {"interfering_cells", cycle.interfering_cells},
                   {"interfering_pairs", cycle.interfering_pairs},
                   {"faces_found", cycle.faces_found},
                   {"face_pairs_tested", cycle.face_pairs_tested},
                   {"alarms", array_of(cycle.alarms, alarm_json)},
                   {"seconds", cycle.seconds}};
  if (cycle.all_faces_seconds) json["all_faces_seconds"] = *cycle.all_faces_seconds;
  return json;
}

OctreeDocument::Alarm read_alarm(const JsonCursor& cursor) {
  const auto pair = cursor.at("pair").items(2);
  return {{any_text(pair[0]), any_text(pair[1])}, read_count(cursor.at("face_pairs"))};
}

OctreeDocument::Cycle read_cycle(const JsonCursor& cursor) {
  OctreeDocument::Cycle cycle;
  cycle.time = cursor.at("time").number(kAnyNumber);
  cycle.interfering_cells = read_count(cursor.at("interfering_cells"));
  cycle.interfering_pairs = read_count(cursor.at("interfering_pairs"));
  cycle.faces_found = read_count(cursor.at("faces_found"));
  cycle.face_pairs_tested = read_count(cursor.at("face_pairs_tested"));
  for (const JsonCursor& alarm : cursor.at("alarms").items())
    cycle.alarms.push_back(read_alarm(alarm));
  cycle.seconds = cursor.at("seconds").number(kAnyNumber);
  if (const auto without = cursor.find("all_faces_seconds"))
    cycle.all_faces_seconds = without->number(kAnyNumber);
  return cycle;
}
}  // namespace

std::string octree_document(const OctreeDocument& document) {
  const Vec3& lo = document.cube.lo;
  return text_of({{"format", "graze octree 1"},
                  {"scene", document.scene},
                  {"guarantee", name(document.guarantee)},
                  {"levels", document.levels},
                  {"cube", {lo.x(), lo.y(), lo.z(), document.cube.side}},
                  {"cycles", array_of(document.cycles, cycle_json)}});
}

OctreeDocument parse_octree_document(std::string_view text, const std::string& place) {
  const Json json = parse_json(text, place);
  const JsonCursor root = expect_format(json, place, "graze octree 1");
  OctreeDocument document;
  document.scene = any_text(root.at("scene"));
  document.guarantee = read_guarantee(root.at("guarantee"));
  document.levels = static_cast<int>(root.at("levels").index(1000));
  const auto cube = root.at("cube").items(4);
  for (int k = 0; k < 3; ++k)
    document.cube.lo[k] = cube[static_cast<std::size_t>(k)].number(kAnyNumber);
  document.cube.side = cube[3].number({0.0, kAnyNumber.hi, true});
  for (const JsonCursor& cycle : root.at("cycles").items())
    document.cycles.push_back(read_cycle(cycle));
  return document;
}

}  // namespace graze
