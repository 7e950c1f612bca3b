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
std::string check_text(const Scene& scene, const CheckOutput& result, const Terminal& terminal);

/// All pairs with method, features and tolerance; joint values; which bodies count as solids.
std::string check_details(const Scene& scene, const CheckOutput& result);

}  // namespace graze::tool
