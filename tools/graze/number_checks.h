// SPDX-License-Identifier: MIT
// Checks of numbers on the command line, with messages worded like all others.
#pragma once
#include <CLI/CLI.hpp>
#include <charconv>
#include <cmath>
#include <string>

namespace graze::tool {

/// Text that is not a number is left to the option itself.
template <typename IsGood>
CLI::Validator number_check(const char* kind, const char* expected, IsGood is_good) {
  return CLI::Validator(
      [expected, is_good](std::string& text) {
        double number = 0.0;
        const char* end = text.data() + text.size();
        const auto [stop, error] = std::from_chars(text.data(), end, number);
        if (error != std::errc() || stop != end || is_good(number)) return std::string();
        return "found " + text + ", expected " + expected;
      },
      kind);
}

inline CLI::Validator above_zero() {
  return number_check("POSITIVE", "a number > 0",
                      [](double x) { return x > 0.0 && std::isfinite(x); });
}
inline CLI::Validator not_negative() {
  return number_check("NONNEGATIVE", "a number >= 0",
                      [](double x) { return x >= 0.0 && std::isfinite(x); });
}

}  // namespace graze::tool
