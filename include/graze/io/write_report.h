// SPDX-License-Identifier: MIT
// Reports as JSON. docs/report.md describes the schema, which is stable.                  [G1, G3]
#pragma once
#include <graze/contact/pair_report.h>
#include <graze/scene/scene.h>

#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace graze {

/// What the JSON says about the question besides the answers.
struct ReportHeader {
  std::string scene;  ///< file or name
  std::string units = "m";
  Interval span{0.0, 1.0};                   ///< seconds
  double seconds = 0.0;                      ///< wall-clock time of the whole question
  std::optional<std::size_t> checked_pairs;  ///< all pairs checked, if distant ones are left out
  std::vector<std::string> warnings;         ///< for the reader of the answers
};

/// How much of each answer of a batch is written.
enum class AnswerForm {
  kFull,     ///< the whole report, about 1 kB
  kCompact,  ///< outcome, pair and time of a contact, 40 to 120 bytes
  kVerdict   ///< one letter: s(eparated), c(ontact), o(verlap at start), u(ndecided)
};
std::string_view name(AnswerForm form);

/// Which question of a batch a line answers.
struct LineOfBatch {
  std::size_t question = 1;   ///< counted from 1
  bool with_seconds = false;  ///< false: two runs write the same bytes
};

/// One line of a batch: the report of one question. Body names come from the scene.
std::string report_line(const Scene& scene, const LineOfBatch& line, const PairReport& pair);

/// The same with only the keys question, outcome and, if the bodies touch, pair and time.
std::string compact_line(const Scene& scene, const LineOfBatch& line, const PairReport& pair);

/// One line for all answers from `first_question` on, one letter each.
std::string verdict_line(std::size_t first_question, std::span<const PairReport> pairs);

/// A feature in readable form: "vertex 3", "edge 3-4", "face 7".
std::string feature_text(const Feature& feature);

/// The document of `graze clearance`: the smallest distance of each pair.
std::string clearance_document(const Scene& scene, const ReportHeader& header,
                               std::span<const PairClearance> pairs);

/// The document of `graze intervals`: the contact intervals of each pair.
std::string intervals_document(const Scene& scene, const ReportHeader& header,
                               std::span<const PairIntervals> pairs);

/// The whole document for the answers of contacts_per_pair, or of first_contact (one pair).
std::string report_document(const Scene& scene, const ReportHeader& header,
                            std::span<const PairReport> pairs);

}  // namespace graze
