// SPDX-License-Identifier: MIT
#include <gtest/gtest.h>
#include <mpfr.h>

#include <bit>
#include <cmath>
#include <cstdio>
#include <string>

#include "io/decimal.h"
#include "support/trials.h"

namespace graze::io {
namespace {

double parsed(const std::string& text) {
  const Decimal decimal = parse_decimal(text.data(), text.data() + text.size());
  EXPECT_EQ(decimal.end, text.data() + text.size()) << text;
  return decimal.value;
}

/// Correctly rounded by MPFR: exact to 2000 bits, then one rounding to double.
double oracle(const std::string& text) {
  mpfr_t number;
  mpfr_init2(number, 2000);
  mpfr_set_str(number, text.c_str(), 10, MPFR_RNDN);
  const double value = mpfr_get_d(number, MPFR_RNDN);
  mpfr_clear(number);
  return value;
}

std::string random_decimal(std::mt19937_64& random) {
  std::string text;
  if (random() % 2 == 0) text += '-';
  const std::size_t digits = 1 + random() % 22;
  const std::size_t point = random() % (digits + 1);
  for (std::size_t i = 0; i < digits; ++i) {
    if (i == point) text += '.';
    text += static_cast<char>('0' + random() % 10);
  }
  if (random() % 3 == 0) {
    text += 'e';
    text += std::to_string(static_cast<int>(random() % 640) - 330);
  }
  return text;
}

TEST(G3_Decimal, RoundsLikeMpfrOnAnyText) {
  const std::size_t count = test::trials(1'000'000);
  std::mt19937_64 random = test::generator(0);
  for (std::size_t i = 0; i < count; ++i) {
    const std::string text = random_decimal(random);
    ASSERT_EQ(std::bit_cast<std::uint64_t>(parsed(text)),
              std::bit_cast<std::uint64_t>(oracle(text)))
        << text;
  }
}

TEST(G3_Decimal, RoundsExactTiesToEven) {
  // m + 1/2 in units of the last place of a double near 2^52: 17 digits, a tie each.
  const std::size_t count = test::trials(1'000'000);
  std::mt19937_64 random = test::generator(0);
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t m = (std::uint64_t{1} << 52) + (random() >> 12);
    const std::string text = std::to_string(m) + ".5";
    ASSERT_EQ(parsed(text), static_cast<double>(m + (m & 1))) << text;
  }
}

TEST(G3_Decimal, ShortestTextReadsBackAsTheSameBits) {
  const std::size_t count = test::trials(1'000'000);
  std::mt19937_64 random = test::generator(0);
  for (std::size_t i = 0; i < count; ++i) {
    const auto value = std::bit_cast<double>(random());
    if (!std::isfinite(value)) continue;
    std::string text;
    append_shortest(text, value);
    ASSERT_EQ(std::bit_cast<std::uint64_t>(parsed(text)), std::bit_cast<std::uint64_t>(value))
        << text;
  }
}

TEST(G3_Decimal, KnowsTheEdgesOfTheRange) {
  EXPECT_EQ(parsed("1.7976931348623157e308"), 1.7976931348623157e308);
  EXPECT_EQ(parsed("-1e309"), -std::numeric_limits<double>::infinity());
  EXPECT_EQ(parsed("4.9e-324"), 4.9e-324);
  EXPECT_EQ(parsed("1e-400"), 0.0);
  EXPECT_EQ(parsed("0e999999999999"), 0.0);
  EXPECT_TRUE(std::signbit(parsed("-0.000")));
  EXPECT_EQ(parsed("+5."), 5.0);
  EXPECT_EQ(parsed(".5"), 0.5);
  const std::string zeros(400, '0');
  EXPECT_EQ(parsed(std::string("0.").append(zeros).append("1e401")), 1.0);
  EXPECT_EQ(parsed(std::string("1").append(zeros).append("e-400")), 1.0);
}

TEST(G3_Decimal, RefusesWhatIsNoNumber) {
  for (const std::string text : {"", "-", ".", "nan", "inf", "e5", "+-1", "--1", "x", "- 1"}) {
    EXPECT_EQ(parse_decimal(text.data(), text.data() + text.size()).end, nullptr) << text;
  }
  const std::string hexadecimal = "0x10";
  EXPECT_EQ(parse_decimal(hexadecimal.data(), hexadecimal.data() + 4).end, hexadecimal.data() + 1);
}

}  // namespace
}  // namespace graze::io
