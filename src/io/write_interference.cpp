// SPDX-License-Identifier: MIT
#include "graze/io/write_interference.h"

#include <tuple>

#include "io/json/report_json.h"

namespace graze {
namespace {
using namespace json;

OrderedJson to_json(const Scene& scene, const Interference& one) {
  return {{"pair", pair_json(scene, one.a, one.b)},
          {"depth", one.depth},
          {"volume", one.volume},
          {"time", one.time},
          {"depth_at_rest", one.depth_at_rest},
          {"volume_at_rest", one.volume_at_rest},
          {"allowed", one.allowed ? OrderedJson(*one.allowed) : OrderedJson()},
          {"inside", one.is_inside},
          {"doubt", one.doubt},
          {"touches", one.is_touch()},
          {"fits", one.is_fit()}};
}

Interference read_interference(const JsonCursor& cursor, NameList& bodies) {
  constexpr Range kAmount{0.0, kAnyNumber.hi};
  Interference one;
  std::tie(one.a, one.b) = bodies.pair(cursor.at("pair"));
  one.depth = cursor.at("depth").number(kAmount);
  one.volume = cursor.at("volume").number(kAmount);
  one.time = cursor.at("time").number(kAnyNumber);
  one.depth_at_rest = cursor.at("depth_at_rest").number(kAmount);
  one.volume_at_rest = cursor.at("volume_at_rest").number(kAmount);
  one.is_inside = read_flag(cursor.at("inside"));
  one.doubt = cursor.at("doubt").number(kAmount);
  const JsonCursor allowed = cursor.at("allowed");
  if (!allowed.value().is_null()) one.allowed = allowed.number(kAmount);
  return one;
}
}  // namespace

std::string interference_document(const Scene& scene, const std::string& name,
                                  const InterferenceReport& report) {
  OrderedJson found =
      array_of(report.found, [&](const Interference& one) { return to_json(scene, one); });
  OrderedJson with_holes = array_of(
      report.with_holes, [&](BodyId id) { return OrderedJson(scene.bodies[id.index()].name); });
  const OrderedJson document{{"format", "graze interference 1"},
                             {"scene", name},
                             {"units", scene.units},
                             {"guarantee", graze::name(Guarantee::kSampled)},
                             {"instants", report.instants},
                             {"complete", report.is_complete},
                             {"with_holes", std::move(with_holes)},
                             {"interferences", std::move(found)}};
  return text_of(document);
}

InterferenceDocument parse_interferences(std::string_view text, const std::string& place) {
  const Json json = parse_json(text, place);
  const JsonCursor root = expect_format(json, place, "graze interference 1");
  InterferenceDocument document;
  document.scene = any_text(root.at("scene"));
  document.units = any_text(root.at("units"));
  document.report.instants = read_count(root.at("instants"));
  document.report.is_complete = read_flag(root.at("complete"));
  NameList bodies(document.bodies);
  for (const JsonCursor& one : root.at("interferences").items()) {
    document.report.found.push_back(read_interference(one, bodies));
  }
  for (const JsonCursor& name : root.at("with_holes").items()) {
    document.report.with_holes.emplace_back(bodies.index(name));
  }
  return document;
}

}  // namespace graze
