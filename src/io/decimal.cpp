// SPDX-License-Identifier: MIT
// Question   Which double is nearest to a decimal text?
// Source     Clinger 1990 for short numbers; one 128-bit division with a sticky remainder for up to
//            19 digits; std::from_chars for the rest.
// Guarantee  Correctly rounded, ties to even, on every path.
// Changed    The middle path: shortest texts of doubles have 16 or 17 digits, too many for Clinger.
#include "io/decimal.h"

#include <array>
#include <bit>
#include <charconv>
#include <cstring>
#include <limits>

namespace graze::io {
namespace {
__extension__ using Uint128 = unsigned __int128;

constexpr int kMaxDigits = 19;  // 10^19 - 1 < 2^64
constexpr std::uint64_t kExactLimit = std::uint64_t{1} << 53;

constexpr std::array<double, 23> kExactPowers = [] {
  std::array<double, 23> powers{};
  double power = 1.0;  // 10^22 = 5^22 * 2^22 and 5^22 < 2^53: every step is exact
  for (double& p : powers) {
    p = power;
    power *= 10.0;
  }
  return powers;
}();

constexpr std::array<std::uint64_t, kMaxDigits + 1> kWholePowers = [] {
  std::array<std::uint64_t, kMaxDigits + 1> powers{};
  std::uint64_t power = 1;
  for (std::uint64_t& p : powers) {
    p = power;
    power *= 10;
  }
  return powers;
}();

bool is_digit(char c) { return static_cast<unsigned char>(c - '0') < 10; }

/// digits * 10^exponent, read from text.
struct Scan {
  std::uint64_t digits = 0;  ///< wraps around if there are more than kMaxDigits
  int digit_count = 0;       ///< without leading zeros
  int exponent = 0;
  const char* end = nullptr;  ///< nullptr: no number
};

/// Eight characters at once: all digits?
bool are_eight_digits(std::uint64_t chars) {
  return ((chars & 0xf0f0f0f0f0f0f0f0u) |
          (((chars + 0x0606060606060606u) & 0xf0f0f0f0f0f0f0f0u) >> 4)) == 0x3333333333333333u;
}

/// The value of eight digit characters, first one in the lowest byte: pairs, then fours, then all.
std::uint64_t value_of_eight(std::uint64_t chars) {
  chars -= 0x3030303030303030u;
  chars = (chars * 10) + (chars >> 8);
  return (((chars & 0x000000ff000000ffu) * 0x000f424000000064u) +
          (((chars >> 16) & 0x000000ff000000ffu) * 0x0000271000000001u)) >>
         32;
}

const char* scan_few_digits(const char* p, const char* end, std::uint64_t& digits) {
  for (; p < end && is_digit(*p); ++p) digits = digits * 10 + static_cast<unsigned>(*p - '0');
  return p;
}

const char* scan_many_digits(const char* p, const char* end, std::uint64_t& digits) {
  if constexpr (std::endian::native == std::endian::little) {
    while (end - p >= 8) {
      std::uint64_t chars;
      std::memcpy(&chars, p, 8);
      if (!are_eight_digits(chars)) break;
      digits = digits * 100'000'000 + value_of_eight(chars);
      p += 8;
    }
  }
  return scan_few_digits(p, end, digits);
}

const char* skip_zeros(const char* p, const char* end) {
  while (p < end && *p == '0') ++p;
  return p;
}

/// Reads e+12 if it is there; a lone "e" is left alone.
void scan_exponent(Scan& scan, const char* end) {
  const char* p = scan.end;
  if (p == end || (*p != 'e' && *p != 'E')) return;
  ++p;
  const bool negative = p < end && *p == '-';
  if (p < end && (*p == '-' || *p == '+')) ++p;
  if (p == end || !is_digit(*p)) return;
  int exponent = 0;
  for (; p < end && is_digit(*p); ++p) {
    if (exponent < 100'000) exponent = exponent * 10 + (*p - '0');
  }
  scan.exponent += negative ? -exponent : exponent;
  scan.end = p;
}

/// Any number of digits must not overflow the counters.
int clamped(std::ptrdiff_t count) {
  return static_cast<int>(count < 1'000'000'000 ? count : 1'000'000'000);
}

Scan scan_number(const char* p, const char* end) {
  Scan scan;
  const char* const begin = p;
  p = skip_zeros(p, end);
  const char* const whole = p;
  p = scan_few_digits(p, end, scan.digits);
  std::ptrdiff_t count = p - whole;
  bool any = p != begin;
  if (p < end && *p == '.') {
    const char* const fraction = ++p;
    if (count == 0) p = skip_zeros(p, end);
    const char* const first = p;
    p = scan_many_digits(p, end, scan.digits);
    count += p - first;
    scan.exponent = -clamped(p - fraction);
    any = any || p != fraction;
  }
  scan.digit_count = clamped(count);
  if (!any) return scan;
  scan.end = p;
  scan_exponent(scan, end);
  return scan;
}

/// 2^exponent for normal results.
double power_of_two(int exponent) {
  return std::bit_cast<double>(static_cast<std::uint64_t>(1023 + exponent) << 52);
}

/// digits / 10^k for 1 <= k <= 19, digits > 0. The quotient is scaled to exactly 64 bits; its low
/// 11 bits and the remainder decide the rounding to 53, so there is one rounding only.
double divided(std::uint64_t digits, int k) {
  const std::uint64_t divisor = kWholePowers[static_cast<std::size_t>(k)];
  const int digits_shift = std::countl_zero(digits);
  const int divisor_shift = std::countl_zero(divisor);
  const std::uint64_t numerator = digits << digits_shift;
  const std::uint64_t denominator = divisor << divisor_shift;
  const int scale = numerator < denominator ? 64 : 63;
  const Uint128 wide = static_cast<Uint128>(numerator) << scale;
  const auto quotient = static_cast<std::uint64_t>(wide / denominator);
  const bool sticky = static_cast<Uint128>(quotient) * denominator != wide;
  const std::uint64_t rest = quotient & 0x7ff;
  std::uint64_t mantissa = quotient >> 11;
  if (rest > 0x400 || (rest == 0x400 && (sticky || (mantissa & 1) != 0))) ++mantissa;
  return static_cast<double>(mantissa) * power_of_two(11 - scale + divisor_shift - digits_shift);
}

double slow_value(const Scan& scan, const char* text) {
  double value = 0.0;
  const std::from_chars_result result = std::from_chars(text, scan.end, value);
  if (result.ec == std::errc{}) return value;
  const bool large = scan.exponent + static_cast<std::int64_t>(scan.digit_count) > 0;
  return large ? std::numeric_limits<double>::infinity() : 0.0;
}

/// The value without its sign; `text` is where the scanned digits start.
double magnitude(const Scan& scan, const char* text) {
  if (scan.digit_count == 0) return 0.0;
  if (scan.digit_count > kMaxDigits) return slow_value(scan, text);
  const int e = scan.exponent;
  if (scan.digits <= kExactLimit && e >= -22 && e <= 22) {
    const auto exact = static_cast<double>(scan.digits);  // two exact operands: one rounding
    return e < 0 ? exact / kExactPowers[static_cast<std::size_t>(-e)]
                 : exact * kExactPowers[static_cast<std::size_t>(e)];
  }
  if (e < 0 && e >= -kMaxDigits) return divided(scan.digits, -e);
  return slow_value(scan, text);
}
}  // namespace

Decimal parse_decimal(const char* text, const char* end) {
  const bool negative = text < end && *text == '-';
  if (text < end && (*text == '-' || *text == '+')) ++text;
  const Scan scan = scan_number(text, end);
  if (scan.end == nullptr) return {0.0, nullptr};
  const double value = magnitude(scan, text);
  return {negative ? -value : value, scan.end};
}

void append_shortest(std::string& text, double value) {
  char buffer[32];
  const std::to_chars_result result = std::to_chars(buffer, buffer + sizeof buffer, value);
  text.append(buffer, result.ptr);
}

void append_whole(std::string& text, std::uint64_t value) {
  char buffer[24];
  const std::to_chars_result result = std::to_chars(buffer, buffer + sizeof buffer, value);
  text.append(buffer, result.ptr);
}

}  // namespace graze::io
