// SPDX-License-Identifier: MIT
// Numbers in messages.
#pragma once
#include <charconv>
#include <string>

namespace graze {

/// The shortest digits that give the same number when read: "0.3", "1e-300", "inf".
inline std::string number_text(double number) {
  char digits[32];
  const auto end = std::to_chars(digits, digits + sizeof(digits), number).ptr;
  return std::string(digits, end);
}

}  // namespace graze
