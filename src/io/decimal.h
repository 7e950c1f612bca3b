// SPDX-License-Identifier: MIT
// Decimal numbers in text files, correctly rounded in both directions.
#pragma once
#include <cstdint>
#include <string>

namespace graze::io {

struct Decimal {
  double value;     ///< nearest double, ties to even; infinite beyond the range
  const char* end;  ///< first character after the number; nullptr if there is no number
};

/// The number at the start of [text, end): sign, digits, point, exponent. No blanks, no "inf" or
/// "nan", no hexadecimal.
Decimal parse_decimal(const char* text, const char* end);

struct WholeNumber {
  std::int64_t value;  ///< +-10^18 for anything of more than 18 digits
  const char* end;     ///< first character after the number; nullptr if there is no number
};

inline WholeNumber parse_whole(const char* text, const char* end) {
  constexpr std::int64_t kLimit = 1'000'000'000'000'000'000;
  const bool negative = text < end && *text == '-';
  if (text < end && (*text == '-' || *text == '+')) ++text;
  const char* const begin = text;
  std::uint64_t digits = 0;
  for (; text < end && *text >= '0' && *text <= '9'; ++text) {
    digits = digits * 10 + static_cast<unsigned>(*text - '0');
  }
  if (text == begin) return {0, nullptr};
  const bool fits = text - begin <= 18;  // longer numbers may have wrapped around
  const std::int64_t value = fits ? static_cast<std::int64_t>(digits) : kLimit;
  return {negative ? -value : value, text};
}

/// Appends the shortest text that reads back as the same double.
void append_shortest(std::string& text, double value);
void append_whole(std::string& text, std::uint64_t value);

}  // namespace graze::io
