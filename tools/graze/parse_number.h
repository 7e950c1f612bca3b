// SPDX-License-Identifier: MIT
// A number as typed.
#pragma once
#include <charconv>
#include <cmath>
#include <string>

#include "graze/base/error.h"

namespace graze::tool {

/// `option` names it in errors.
inline double parse_number(const std::string& option, const std::string& text) {
  double number = 0.0;
  const char* end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, number);
  if (error == std::errc() && stop == end && std::isfinite(number)) return number;
  throw InputError({option, "'" + text + "'", "a finite number", ""});
}

}  // namespace graze::tool
