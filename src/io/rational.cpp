// SPDX-License-Identifier: MIT
// Question   Between which doubles does a fraction of two long integers lie?                  [C2]
// Source     Long division in base 2.
// Guarantee  The tightest enclosure; a point exactly if the fraction is a double.
// Changed    -
#include "graze/io/rational.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <vector>

namespace graze {
namespace {
__extension__ using Wide = unsigned __int128;
constexpr int kMantissaBits = 53;
constexpr long kLowestExponent = -1074;
constexpr std::size_t kMostDigits = 4000;

/// An unsigned integer, least significant limb first, no leading zero limb; zero is empty.
using Natural = std::vector<std::uint32_t>;

bool is_digits(std::string_view text) {
  return !text.empty() && text.size() <= kMostDigits &&
         std::all_of(text.begin(), text.end(), [](char c) { return c >= '0' && c <= '9'; });
}

void trim(Natural& a) {
  while (!a.empty() && a.back() == 0) a.pop_back();
}

Natural parse_natural(std::string_view digits) {
  Natural a;
  for (const char c : digits) {
    std::uint64_t carry = static_cast<std::uint64_t>(c - '0');
    for (std::uint32_t& limb : a) {
      carry += std::uint64_t{limb} * 10u;
      limb = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
    if (carry != 0) a.push_back(static_cast<std::uint32_t>(carry));
  }
  return a;
}

long bit_length(const Natural& a) {
  return a.empty() ? 0 : 32 * static_cast<long>(a.size()) - std::countl_zero(a.back());
}

Natural shifted_left(const Natural& a, long bits) {
  Natural b(static_cast<std::size_t>(bits / 32), 0);
  const int rest = static_cast<int>(bits % 32);
  std::uint64_t carry = 0;
  for (const std::uint32_t limb : a) {
    carry |= std::uint64_t{limb} << rest;
    b.push_back(static_cast<std::uint32_t>(carry));
    carry >>= 32;
  }
  b.push_back(static_cast<std::uint32_t>(carry));
  trim(b);
  return b;
}

bool is_less(const Natural& a, const Natural& b) {
  if (a.size() != b.size()) return a.size() < b.size();
  return std::lexicographical_compare(a.rbegin(), a.rend(), b.rbegin(), b.rend());
}

/// a -= b, for a >= b.
void subtract(Natural& a, const Natural& b) {
  std::int64_t borrow = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    const std::int64_t difference =
        std::int64_t{a[i]} - (i < b.size() ? std::int64_t{b[i]} : 0) + borrow;
    a[i] = static_cast<std::uint32_t>(difference);
    borrow = difference < 0 ? -1 : 0;
  }
  trim(a);
}

struct Quotient {
  std::uint64_t value = 0;
  bool exact = false;
};

/// floor(a / b) of `bits` bits at most, for a < 2^bits b.
Quotient divide(Natural a, const Natural& b, long bits) {
  Quotient quotient;
  for (long bit = bits - 1; bit >= 0; --bit) {
    const Natural part = shifted_left(b, bit);
    quotient.value <<= 1;
    if (is_less(a, part)) continue;
    subtract(a, part);
    quotient.value |= 1;
  }
  quotient.exact = a.empty();
  return quotient;
}

/// value 2^exponent and, unless exact, the next multiple of 2^exponent.
std::optional<Interval> scaled(const Quotient& quotient, long exponent) {
  const int power = static_cast<int>(std::min(exponent, 5000L));
  const double lo = std::ldexp(static_cast<double>(quotient.value), power);
  const double hi =
      quotient.exact ? lo : std::ldexp(static_cast<double>(quotient.value + 1), power);
  if (!std::isfinite(hi)) return {};
  return Interval{lo, hi};
}

std::optional<Interval> divide_long(const Natural& n, const Natural& d) {
  if (n.empty()) return Interval{0.0, 0.0};
  // 2^(m-1) < n / d < 2^(m+1) with m = the difference in length: 53 or 54 bits above 2^exponent;
  // exactly 53 once it is known which of the two it is.
  const long m = bit_length(n) - bit_length(d);
  const bool lower = m >= 0 ? is_less(n, shifted_left(d, m)) : is_less(shifted_left(n, -m), d);
  const long top = lower ? m - 1 : m;  // 2^top <= n / d < 2^(top + 1)
  const long exponent = std::max(top - (kMantissaBits - 1), kLowestExponent);
  const long bits = top + 1 - exponent;
  if (bits <= 0) return Interval{0.0, std::ldexp(1.0, kLowestExponent)};
  const Quotient quotient = exponent >= 0 ? divide(n, shifted_left(d, exponent), bits)
                                          : divide(shifted_left(n, -exponent), d, bits);
  return scaled(quotient, exponent);
}

Wide parse_wide(std::string_view digits) {
  Wide value = 0;
  for (const char c : digits) value = 10 * value + static_cast<unsigned>(c - '0');
  return value;
}

/// Most coordinates of the public sets: at most 53 bits over a power of two.
std::optional<double> divide_short(std::string_view numerator, std::string_view denominator) {
  constexpr std::size_t kFits64 = 19, kFits128 = 38;
  if (numerator.size() > kFits64 || denominator.size() > kFits128) return {};
  const Wide n = parse_wide(numerator), d = parse_wide(denominator);
  if (n > (Wide{1} << kMantissaBits) || d == 0 || (d & (d - 1)) != 0) return {};
  return static_cast<double>(static_cast<std::uint64_t>(n)) / static_cast<double>(d);
}
}  // namespace

std::optional<Interval> enclose_fraction(std::string_view numerator, std::string_view denominator) {
  const bool negative = numerator.starts_with('-');
  if (negative) numerator.remove_prefix(1);
  if (!is_digits(numerator) || !is_digits(denominator)) return {};
  if (const auto value = divide_short(numerator, denominator)) {
    return Interval{negative && *value != 0.0 ? -*value : *value};
  }
  const Natural d = parse_natural(denominator);
  if (d.empty()) return {};
  const std::optional<Interval> size = divide_long(parse_natural(numerator), d);
  if (!size || !negative) return size;
  return Interval{0.0 - size->hi, 0.0 - size->lo};  // no negative zero
}

}  // namespace graze
