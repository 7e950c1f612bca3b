// SPDX-License-Identifier: MIT
// Parts of answers in words, for terminals and for reports that people read.                  [G3]
#pragma once
#include <graze/contact/pair_report.h>
#include <graze/scene/check_result.h>

#include <string>
#include <string_view>
#include <vector>

namespace graze {

/// A name from a file, made safe for a terminal: control characters become \xNN.
std::string printable(std::string_view text);

/// "1 pair", "2 pairs of faces", "3 bodies", "4 vertices".
std::string counted(std::size_t number, std::string_view word);

/// Six digits, rounded down: what is proved up to the number is proved up to what is printed.
std::string text_below(double number);
/// Six digits, rounded outward: the printed bracket contains the true one.
std::string bracket_text(const Interval& bracket);

/// "post / forearm".
std::string pair_name(const Scene& scene, const PairReport& pair);

/// Joint limits that are broken, one sentence for each joint and kind: "turn: speed 1.46 at 1.5 s,
/// limit 1.2, 2 times".
std::vector<std::string> limit_sentences(const CheckResult& result);

}  // namespace graze
