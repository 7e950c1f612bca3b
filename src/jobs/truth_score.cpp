// SPDX-License-Identifier: MIT
#include "graze/jobs/truth_score.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "graze/base/error.h"

namespace graze {
namespace {
using Json = nlohmann::ordered_json;
constexpr double kLate = 1e-4;   // seconds after the proved contact
constexpr double kEarly = 1e-2;  // seconds before it

Json parse_document(const PlacedText& from, const std::string& format) {
  try {
    Json document = Json::parse(from.text);
    if (document.is_object() && document.value("format", "") == format) return document;
  } catch (const Json::exception& error) {
    throw InputError({from.place, error.what(), "JSON", ""});
  }
  throw InputError(
      {from.place, "another format", "\"format\": \"" + format + "\"", "see docs/truth.md"});
}

/// A score, and the times that its median is made of.
struct Tally {
  TruthScore score;
  std::vector<double> seconds;
};

void add_answer(const Json& truth, const Json& answer, Tally& tally) {
  TruthScore& score = tally.score;
  const std::string outcome = answer.at("outcome");
  if (outcome == "skipped") {
    ++score.skipped;
    return;
  }
  ++score.queries;
  if (answer.contains("seconds")) tally.seconds.push_back(answer.at("seconds").get<double>());
  const bool touches = truth.at("outcome") == "contact", says = outcome == "contact";
  if (touches && !says) ++score.missed;
  if (!touches && says) ++score.alarms;
  if (!touches || !says) return;
  const double time = answer.at("time").get<double>();
  const double late_by = time - truth.at("touches_at").get<double>();
  score.late += late_by > kLate;
  score.early += time < truth.at("free_until").get<double>() - kEarly;
  score.latest = std::max(score.latest, late_by);
}

double median(std::vector<double> values) {
  const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

std::map<std::string, TruthScore> scores_in(const std::map<std::string, Tally>& tallies) {
  std::map<std::string, TruthScore> scores;
  for (const auto& [name, tally] : tallies) {
    TruthScore& score = scores[name] = tally.score;
    if (!tally.seconds.empty()) score.median_us = 1e6 * median(tally.seconds);
  }
  return scores;
}

std::map<std::string, TruthScore> scores_of(const Json& truth, const Json& answers,
                                            const std::string& place) {
  std::map<std::string, const Json*> by_scene;
  for (const Json& query : truth.at("queries")) by_scene[query.at("scene")] = &query;
  std::map<std::string, Tally> tallies;
  std::size_t number = 0;
  for (const Json& answer : answers.at("answers")) {
    try {
      const auto query = by_scene.find(answer.at("scene").get<std::string>());
      if (query == by_scene.end())
        throw InputError({place, "a scene that the set does not have", "one of its own", ""});
      add_answer(*query->second, answer, tallies["all"]);
      add_answer(*query->second, answer, tallies[query->second->at("class")]);
    } catch (const Json::exception& error) {
      throw InputError({place + ": answers[" + std::to_string(number) + "]", error.what(),
                        "scene, outcome (contact, separated, skipped) and, of a contact, time",
                        ""});
    }
    ++number;
  }
  if (tallies.empty()) throw InputError({place, "no answers", "at least one", ""});
  return scores_in(tallies);
}
}  // namespace

TruthScores score_answers(const PlacedText& truth, const PlacedText& answers) {
  const Json index = parse_document(truth, "graze truth");
  const Json given = parse_document(answers, "graze answers 1");
  try {
    return {given.value("method", ""), scores_of(index, given, answers.place)};
  } catch (const Json::exception& error) {
    throw InputError({truth.place + " and " + answers.place, error.what(),
                      "an index with queries, and answers", "see docs/truth.md"});
  }
}

}  // namespace graze
