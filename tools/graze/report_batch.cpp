// SPDX-License-Identifier: MIT
#include "report_batch.h"

#include <CLI/CLI.hpp>

#include "graze/base/error.h"

namespace graze::tool {

void add_batch_report_options(CLI::App& verb, BatchReport& arguments) {
  verb.add_option("MOTIONS", arguments.motions,
                  "one question per line, as for graze batch: the worst of them first");
  verb.add_option("--stretches", arguments.stretches,
                  "instead: the span in this many parts, the worst of them first")
      ->check(CLI::Range(std::size_t{1}, std::size_t{100'000}));
  verb.add_option("--worst", arguments.worst, "how many of the questions are shown (20)")
      ->check(CLI::Range(std::size_t{1}, std::size_t{1000}));
}

bool is_asked(const BatchReport& arguments) {
  if (!arguments.motions.empty() && arguments.stretches)
    throw InputError({"report", "MOTIONS and --stretches", "one of them", ""});
  return !arguments.motions.empty() || arguments.stretches;
}

std::string asked_text(const BatchReport& arguments) {
  return arguments.stretches ? "--stretches " + std::to_string(*arguments.stretches)
                             : arguments.motions;
}

QuestionLines read_batch(const BatchReport& arguments, const Interval& span) {
  if (!arguments.stretches) return read_questions(arguments.motions);
  return stretch_questions(span, *arguments.stretches);
}

}  // namespace graze::tool
