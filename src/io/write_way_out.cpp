// SPDX-License-Identifier: MIT
#include "graze/io/write_way_out.h"

#include <tuple>

#include "io/json/report_json.h"

namespace graze {
namespace {
using namespace json;

constexpr const char* kNotAsked = "asked";  // if only moves at a given time were asked for

OrderedJson hit_json(const Scene& scene, const PairReport& hit) {
  OrderedJson json{{"pair", pair_json(scene, hit.a, hit.b)}, {"time", to_json(hit.report.time)}};
  if (hit.report.contacts.empty()) return json;
  json["point"] = to_json(hit.report.contacts[0].point);
  json["normal"] = to_json(hit.report.contacts[0].normal);
  return json;
}

OrderedJson move_json(const Scene& scene, const FreeMove& move) {
  return {{"kind", move.is_turn ? "turn" : "way"},
          {"direction", to_json(move.direction)},
          {"asked", move.asked},
          {"free", move.free},
          {"is_free", move.is_free()},
          {"blocker",
           move.blocker ? OrderedJson(scene.bodies[move.blocker->index()].name) : OrderedJson()}};
}

PairReport read_hit(const JsonCursor& root, NameList& bodies) {
  PairReport hit;
  hit.report.outcome = read_outcome(root.at("outcome"));
  const auto json = root.find("hit");
  if (!json) return hit;
  std::tie(hit.a, hit.b) = bodies.pair(json->at("pair"));
  hit.report.time = read_interval(json->at("time"));
  if (!json->has("point")) return hit;
  Contact contact;
  contact.point = json->at("point").vec3(kAnyNumber);
  contact.normal = json->at("normal").vec3(kAnyNumber);
  hit.report.contacts.push_back(contact);
  return hit;
}

FreeMove read_move(const JsonCursor& cursor, NameList& bodies) {
  constexpr Range kAmount{0.0, kAnyNumber.hi};
  FreeMove move;
  move.is_turn = cursor.at("kind").word({"way", "turn"}) == "turn";
  move.direction = cursor.at("direction").vec3(kAnyNumber);
  move.asked = cursor.at("asked").number(kAmount);
  move.free = cursor.at("free").number(kAmount);
  const JsonCursor blocker = cursor.at("blocker");
  if (!blocker.value().is_null()) move.blocker = BodyId(bodies.index(blocker));
  move.is_decided = read_flag(cursor.at("is_free")) || move.blocker.has_value();
  return move;
}
}  // namespace

std::string way_out_document(const Scene& scene, const std::string& name, BodyId part,
                             const WayOut& out) {
  OrderedJson json{{"format", "graze free 1"},
                   {"scene", name},
                   {"part", scene.bodies[part.index()].name},
                   {"units", scene.units},
                   {"outcome", out.hit ? graze::name(out.hit->report.outcome) : kNotAsked}};
  if (out.is_blocked()) json["hit"] = hit_json(scene, *out.hit);
  json["stands"] = out.stands;
  json["moves"] = array_of(out.moves, [&](const FreeMove& m) { return move_json(scene, m); });
  return text_of(json);
}

WayOutDocument parse_way_out(std::string_view text, const std::string& place) {
  const Json json = parse_json(text, place);
  const JsonCursor root = expect_format(json, place, "graze free 1");
  WayOutDocument document;
  document.scene = any_text(root.at("scene"));
  document.units = any_text(root.at("units"));
  NameList bodies(document.bodies);
  bodies.index(root.at("part"));
  if (any_text(root.at("outcome")) != kNotAsked) document.out.hit = read_hit(root, bodies);
  document.out.stands = root.at("stands").number(kAnyNumber);
  for (const JsonCursor& move : root.at("moves").items()) {
    document.out.moves.push_back(read_move(move, bodies));
  }
  return document;
}

}  // namespace graze
