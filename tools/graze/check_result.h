// SPDX-License-Identifier: MIT
// What graze check found and how it is told: the same for its text, JSON and CI reports.   [G1, C9]
#pragma once
#include <optional>
#include <string>
#include <vector>

#include "graze/scene/check_result.h"

namespace graze::tool {

/// The answers, and how they are told.
struct CheckOutput : CheckResult {
  std::vector<std::string> notes = {};  ///< what else a reader wants to know, a line each
  std::optional<double> fps = {};       ///< frames per second: times are also printed as frames
  bool only_first = false;              ///< one report, the earliest contact of all
  bool limits_fail = false;             ///< a broken joint limit fails the check
  bool may_be_empty = false;            ///< no pair to check is fine
  std::string holds_for = {};  ///< what the answer is about, where that is not the file itself
  bool moves = true;           ///< false: a glTF file without an animation
};

/// kFound, kUnknown, kNothing or kFine.
int exit_code_of(const CheckOutput& result);

/// Why there is nothing to check: empty if there is.
std::string why_empty(const Scene& scene, const CheckOutput& result);

}  // namespace graze::tool
