// SPDX-License-Identifier: MIT
// The documents of recording_summary.h, written and read.
#include <cmath>

#include "graze/simulation/recording_summary.h"
#include "io/json/report_json.h"

namespace graze {
namespace {
using namespace json;

OrderedJson overlaps_json(const RecordingSummary::ByVolume& sums) {
  return {{"soft_bodies", sums.soft_bodies},     {"overlaps_at_end", sums.overlaps_at_end},
          {"volume_at_end", sums.volume_at_end}, {"deepest", sums.deepest},
          {"undecided", sums.undecided},         {"time_lost", sums.time_lost}};
}

OrderedJson summary_json(const RecordingSummary& summary) {
  OrderedJson json{{"recording", summary.recording},
                   {"scene_sha256", summary.scene_sha256},
                   {"units", summary.units},
                   {"bodies", summary.bodies},
                   {"dynamic_bodies", summary.dynamic_bodies},
                   {"gravity", to_json(summary.gravity)},
                   {"step", summary.step},
                   {"steps", summary.steps},
                   {"time", summary.time},
                   {"rounds", summary.rounds},
                   {"impacts", summary.impacts},
                   {"holds", summary.holds},
                   {"clamps", summary.clamps},
                   {"largest_residual", summary.largest_residual},
                   {"smallest_gap", nullptr}};
  if (std::isfinite(summary.smallest_gap)) json["smallest_gap"] = summary.smallest_gap;
  if (summary.by_volume) json["by_volume"] = overlaps_json(*summary.by_volume);
  json["energy"] = {{"start", summary.energy_at_start}, {"end", summary.energy_at_end}};
  return json;
}

RecordingSummary::ByVolume read_overlaps(const JsonCursor& cursor) {
  return {.soft_bodies = read_count(cursor.at("soft_bodies")),
          .overlaps_at_end = read_count(cursor.at("overlaps_at_end")),
          .volume_at_end = any_number(cursor.at("volume_at_end")),
          .deepest = any_number(cursor.at("deepest")),
          .undecided = read_count(cursor.at("undecided")),
          .time_lost = any_number(cursor.at("time_lost"))};
}

RecordingSummary read_summary(const JsonCursor& root) {
  RecordingSummary summary{.recording = any_text(root.at("recording")),
                           .scene_sha256 = any_text(root.at("scene_sha256")),
                           .units = any_text(root.at("units")),
                           .bodies = read_count(root.at("bodies")),
                           .dynamic_bodies = read_count(root.at("dynamic_bodies")),
                           .gravity = root.at("gravity").vec3(kAnyNumber),
                           .step = any_number(root.at("step")),
                           .steps = read_count(root.at("steps")),
                           .time = any_number(root.at("time")),
                           .rounds = read_count(root.at("rounds")),
                           .impacts = read_count(root.at("impacts")),
                           .holds = read_count(root.at("holds")),
                           .clamps = read_count(root.at("clamps")),
                           .largest_residual = any_number(root.at("largest_residual"))};
  const JsonCursor gap = root.at("smallest_gap");
  if (!gap.value().is_null()) summary.smallest_gap = any_number(gap);
  if (const auto sums = root.find("by_volume")) summary.by_volume = read_overlaps(*sums);
  summary.energy_at_start = any_number(root.at("energy").at("start"));
  summary.energy_at_end = any_number(root.at("energy").at("end"));
  return summary;
}

ReplayDocument::Check read_replay_check(const JsonCursor& root) {
  ReplayDocument::Check check;
  for (const JsonCursor& fault : root.at("intersecting").items()) {
    check.intersecting.push_back(
        {any_number(fault.at("time")), any_text(fault.at("a")), any_text(fault.at("b"))});
  }
  for (const JsonCursor& body : root.at("by_chords").items())
    check.by_chords.push_back(any_text(body));
  if (const auto between = root.find("between")) check.between = between->value().dump();
  return check;
}
}  // namespace

std::string simulate_document(const SimulateDocument& document) {
  const StepTimes& times = document.times;
  OrderedJson json = summary_json(document.recording);
  json["seconds_asked"] = document.seconds_asked;
  json["at_end"] = document.is_at_end;
  json["steps_of_this_run"] = document.steps_of_this_run;
  json["step_ms"] = {{"mean", times.mean}, {"p99", times.p99}, {"max", times.max}};
  return text_of(json);
}

std::string replay_document(const ReplayDocument& document) {
  OrderedJson json = summary_json(document.recording);
  json["is_cut"] = document.is_cut;
  if (const auto& check = document.check) {
    json["intersecting"] = array_of(check->intersecting, [](const ReplayDocument::Fault& fault) {
      return OrderedJson{{"time", fault.time}, {"a", fault.a}, {"b", fault.b}};
    });
    json["by_chords"] = check->by_chords;
    if (!check->between.empty()) json["between"] = OrderedJson::parse(check->between);
  }
  return text_of(json);
}

SimulateDocument parse_simulate(std::string_view text, const std::string& place) {
  const Json json = parse_json(text, place);
  const JsonCursor root(json, place), times = root.at("step_ms");
  return {.recording = read_summary(root),
          .seconds_asked = any_number(root.at("seconds_asked")),
          .is_at_end = read_flag(root.at("at_end")),
          .steps_of_this_run = read_count(root.at("steps_of_this_run")),
          .times = {any_number(times.at("mean")), any_number(times.at("p99")),
                    any_number(times.at("max"))}};
}

ReplayDocument parse_replay(std::string_view text, const std::string& place) {
  const Json json = parse_json(text, place);
  const JsonCursor root(json, place);
  ReplayDocument document{read_summary(root), read_flag(root.at("is_cut")), {}};
  if (root.has("intersecting")) document.check = read_replay_check(root);
  return document;
}

}  // namespace graze
