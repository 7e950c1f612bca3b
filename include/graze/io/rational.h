// SPDX-License-Identifier: MIT
// Exact fractions in text: a double where the fraction is one, else the tightest enclosure.
//                                                                                              [C2]
#pragma once
#include <graze/math/interval.h>

#include <optional>
#include <string_view>

namespace graze {

/// The quotient of two decimal integers of any length up to 4,000 digits each, the first with an
/// optional minus: both ends equal if it is a double, else the two neighbouring doubles. Nothing if
/// a text is not such an integer, the denominator is zero or the quotient is not finite.
std::optional<Interval> enclose_fraction(std::string_view numerator, std::string_view denominator);

}  // namespace graze
