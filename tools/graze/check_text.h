// SPDX-License-Identifier: MIT
// graze check for people: what holds first, then the contacts in order of time.           [G1, G3]
#pragma once
#include <string>

#include "check_result.h"
#include "terminal.h"

namespace graze::tool {

/// A verdict, the first contact, the smallest distance and the limits, a line each; then one line
/// for each pair that touches or is undecided. Nothing is wider than the terminal unless a
/// sentence is.
std::string check_text(const Scene& scene, const CheckResult& result, const Terminal& terminal);

/// All pairs with method, features and tolerance; joint values; which bodies count as solids.
std::string check_details(const Scene& scene, const CheckResult& result);

/// Limits that are broken, one sentence a joint and kind: "turn: speed 1.46 at 1.5 s, limit 1.2, in
/// 2 segments".
std::vector<std::string> limit_sentences(const CheckResult& result);

}  // namespace graze::tool
