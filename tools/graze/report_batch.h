// SPDX-License-Identifier: MIT
// The questions of a report about many of them, as typed.                                  [G4, C8]
#pragma once
#include <optional>
#include <string>

#include "graze/jobs/batch_job.h"

namespace CLI {
class App;
}

namespace graze::tool {

/// As typed.
struct BatchReport {
  std::string motions;                   ///< one question per line
  std::optional<std::size_t> stretches;  ///< or the span in so many parts
  std::size_t worst = 20;                ///< that are shown
};
void add_batch_report_options(CLI::App& verb, BatchReport& arguments);
bool is_asked(const BatchReport& arguments);
/// As it is typed after `graze batch SCENE`.
std::string asked_text(const BatchReport& arguments);
/// Throws InputError.
QuestionLines read_batch(const BatchReport& arguments, const Interval& span);

}  // namespace graze::tool
