// SPDX-License-Identifier: MIT
#include <gmpxx.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <string>

#include "graze/io/rational.h"
#include "support/trials.h"

namespace graze::test {
namespace {
mpz_class random_integer(std::mt19937_64& random, int most_bits) {
  const int bits = std::uniform_int_distribution<int>(1, most_bits)(random);
  mpz_class value = 0;
  for (int k = 0; k < bits; k += 32) {
    value = (value << 32) + static_cast<unsigned long>(random() >> 32);
  }
  return value >> static_cast<unsigned>(random() % 32);
}

/// The tightest enclosure: the fraction itself, or its two neighbours among the doubles.
void expect_tightest(const mpz_class& numerator, const mpz_class& denominator) {
  const std::string n = numerator.get_str(), d = denominator.get_str();
  mpq_class exact(numerator, denominator);
  exact.canonicalize();
  const std::optional<Interval> found = enclose_fraction(n, d);
  ASSERT_TRUE(found) << n << "/" << d;
  const mpq_class lo(found->lo), hi(found->hi);
  EXPECT_TRUE(lo <= exact && exact <= hi) << n << "/" << d;
  EXPECT_EQ(found->lo == found->hi, lo == exact) << n << "/" << d;
  if (found->lo != found->hi) {
    EXPECT_TRUE(lo < exact && exact < hi) << n << "/" << d;
    EXPECT_EQ(std::nextafter(found->lo, 1e308), found->hi) << n << "/" << d;
  }
}

TEST(C2_Rational, AnyFractionGetsItsTightestEnclosure) {
  const std::size_t count = trials(100'000);
  for (std::size_t i = 0; i < count && !testing::Test::HasFailure(); ++i) {
    std::mt19937_64 random = generator(i);
    const int bits = i % 3 == 0 ? 64 : 900;
    mpz_class denominator = random_integer(random, bits);
    if (denominator == 0) denominator = 1;
    const mpz_class numerator = random_integer(random, bits);
    expect_tightest(i % 2 == 0 ? numerator : mpz_class(-numerator), denominator);
  }
}

TEST(C2_Rational, EveryDoubleIsReadBackExactly) {
  const std::size_t count = trials(100'000);
  for (std::size_t i = 0; i < count && !testing::Test::HasFailure(); ++i) {
    std::mt19937_64 random = generator(i);
    const double value = std::ldexp(static_cast<double>(random()) - 0x1p63,
                                    std::uniform_int_distribution<int>(-1150, 900)(random));
    const mpq_class exact(value);
    const auto found = enclose_fraction(exact.get_num().get_str(), exact.get_den().get_str());
    ASSERT_TRUE(found);
    EXPECT_EQ(*found, Interval(value));
  }
}

TEST(C2_Rational, EndsOfTheRangeAreKept) {
  const mpz_class one = 1;
  expect_tightest(one, one << 1074);
  expect_tightest(one, one << 1075);
  expect_tightest(3, one << 1075);
  expect_tightest(one, one << 2000);
  const mpz_class largest(std::numeric_limits<double>::max());
  expect_tightest(largest, 1);
  EXPECT_FALSE(enclose_fraction(mpz_class(largest + 1).get_str(), "1"));
  EXPECT_FALSE(enclose_fraction(mpz_class(one << 1024).get_str(), "1"));
  EXPECT_EQ(*enclose_fraction("0", "7"), Interval(0.0));
  EXPECT_FALSE(std::signbit(enclose_fraction("-0", "7")->lo));
}

TEST(C2_Rational, WhatIsNoFractionIsRefused) {
  for (const char* bad : {"", "-", "+1", "1.5", "1e3", " 1", "1 ", "--1", "0x1", "nan"}) {
    EXPECT_FALSE(enclose_fraction(bad, "1")) << bad;
    EXPECT_FALSE(enclose_fraction("1", bad)) << bad;
  }
  EXPECT_FALSE(enclose_fraction("1", "0"));
  EXPECT_FALSE(enclose_fraction("1", "-2"));
  EXPECT_FALSE(enclose_fraction("1", std::string(39, '0')));
  EXPECT_FALSE(enclose_fraction(std::string(4001, '1'), "1"));
}
}  // namespace
}  // namespace graze::test
