// SPDX-License-Identifier: MIT
// How often is a method wrong on a truth set?                                                 [G2]
#pragma once
#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>

namespace graze {

/// A text and where it comes from, for messages.
struct PlacedText {
  std::string_view text;
  std::string place;
};

/// Answers of one class of questions against the truth.
struct TruthScore {
  std::size_t queries = 0;
  std::size_t missed = 0;           ///< proved contacts that were not reported
  std::size_t alarms = 0;           ///< reports where nothing touches
  std::size_t late = 0;             ///< more than 1e-4 s after the proved contact
  std::size_t early = 0;            ///< more than 0.01 s before it
  std::size_t skipped = 0;          ///< not answered
  double latest = 0.0;              ///< how late the latest was, seconds
  std::optional<double> median_us;  ///< that the method took for a question, where it says so
  friend bool operator==(const TruthScore&, const TruthScore&) = default;
};

struct TruthScores {
  std::string method;
  std::map<std::string, TruthScore> by_class;  ///< and "all"
  friend bool operator==(const TruthScores&, const TruthScores&) = default;
};

/// Scores "graze answers 1" against the index of a set, "graze truth" (docs/truth.md). Throws
/// InputError for other documents, scenes that are not in the set, and no answers.
TruthScores score_answers(const PlacedText& truth, const PlacedText& answers);

/// The document of `graze score`. A median that is not known is written as 0, and read as unknown.
std::string score_document(const TruthScores& scores);
/// Throws InputError that names line and column, or the JSON path.
TruthScores parse_score(std::string_view text, const std::string& place = "score");

}  // namespace graze
