// SPDX-License-Identifier: MIT
// A method's scores on a truth set, written and read.
#include "graze/jobs/truth_score.h"
#include "io/json/report_json.h"

namespace graze {
namespace {
using json::OrderedJson;

OrderedJson score_json(const TruthScore& score) {
  return {{"queries", score.queries},     {"missed", score.missed},
          {"false_alarms", score.alarms}, {"late", score.late},
          {"latest", score.latest},       {"early", score.early},
          {"skipped", score.skipped},     {"median_us", score.median_us.value_or(0.0)}};
}

TruthScore read_score(const json::JsonCursor& cursor) {
  TruthScore score;
  score.queries = json::read_count(cursor.at("queries"));
  score.missed = json::read_count(cursor.at("missed"));
  score.alarms = json::read_count(cursor.at("false_alarms"));
  score.late = json::read_count(cursor.at("late"));
  score.latest = json::any_number(cursor.at("latest"));
  score.early = json::read_count(cursor.at("early"));
  score.skipped = json::read_count(cursor.at("skipped"));
  const double median = json::any_number(cursor.at("median_us"));
  if (median != 0.0) score.median_us = median;
  return score;
}
}  // namespace

std::string score_document(const TruthScores& scores) {
  OrderedJson by_class = OrderedJson::object();
  for (const auto& [name, score] : scores.by_class) by_class[name] = score_json(score);
  return json::text_of(
      {{"format", "graze score 1"}, {"method", scores.method}, {"scores", std::move(by_class)}});
}

TruthScores parse_score(std::string_view text, const std::string& place) {
  const json::Json document = json::parse_json(text, place);
  const json::JsonCursor root = json::expect_format(document, place, "graze score 1");
  TruthScores scores;
  scores.method = json::any_text(root.at("method"));
  const json::JsonCursor by_class = root.at("scores");
  for (const std::string& name : by_class.keys())
    scores.by_class[name] = read_score(by_class.at(name));
  return scores;
}

}  // namespace graze
