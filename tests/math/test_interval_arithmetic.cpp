// SPDX-License-Identifier: MIT
// Inclusion and tightness of every operation, against MPFI.
#include <gtest/gtest.h>

#include <cstdio>

#include "graze/math/interval_arithmetic.h"
#include "graze/math/sin_cos.h"
#include "support/mpfi_oracle.h"
#include "support/random_doubles.h"
#include "support/trials.h"

namespace graze {
namespace {

using test::any_interval;
using test::doubles_wider;
using test::tightest;

constexpr std::size_t kFull = 1'000'000;
constexpr std::size_t kBlock = 1000;  // trials that share a generator

/// Runs `check(random)`, which returns by how many doubles a bound was too wide, and prints the
/// worst. `most` is the promise of the header.
template <typename Check>
void expect_tight(const char* operation, double most, const Check& check) {
  const std::size_t count = test::trials(kFull);
  double worst = 0.0;
  for (std::size_t block = 0; block * kBlock < count; ++block) {
    std::mt19937_64 random = test::generator(block);
    for (std::size_t i = 0; i < kBlock && !testing::Test::HasFailure(); ++i)
      worst = std::max(worst, check(random));
  }
  std::printf("[ width    ] %-4s at most %g doubles outside the best bounds\n", operation, worst);
  EXPECT_LE(worst, most);
}

template <typename Operation>
auto against(test::MpfiBinary oracle, const Operation& operation) {
  return [=](std::mt19937_64& random) {
    const Interval a = any_interval(random), b = any_interval(random);
    const Interval best = tightest(oracle, a, b);
    const Interval got = operation(a, b);
    EXPECT_TRUE(got.contains(best)) << std::hexfloat << a.lo << " " << a.hi << " op " << b.lo << " "
                                    << b.hi << ": " << got.lo << " " << got.hi;
    return doubles_wider(got, best);
  };
}

template <typename Operation, typename Draw>
auto against(test::MpfiUnary oracle, const Operation& operation, const Draw& draw) {
  return [=](std::mt19937_64& random) {
    const Interval a = draw(random);
    const Interval best = tightest(oracle, a);
    const Interval got = operation(a);
    EXPECT_TRUE(got.contains(best)) << std::hexfloat << a.lo << " " << a.hi << ": " << got.lo << " "
                                    << got.hi << " best " << best.lo << " " << best.hi;
    return doubles_wider(got, best);
  };
}

TEST(C2_Interval, SumContainsTheTruth) {
  expect_tight("+", 2, against(mpfi_add, [](auto a, auto b) { return a + b; }));
}

TEST(C2_Interval, DifferenceContainsTheTruth) {
  expect_tight("-", 2, against(mpfi_sub, [](auto a, auto b) { return a - b; }));
}

TEST(C2_Interval, ProductContainsTheTruth) {
  expect_tight("*", 2, against(mpfi_mul, [](auto a, auto b) { return a * b; }));
}

TEST(C2_Interval, ProductWithANumberContainsTheTruth) {
  expect_tight("s*", 2, [](std::mt19937_64& random) {
    const double s = test::any_double(random);
    const Interval a = any_interval(random);
    const Interval best = tightest(mpfi_mul, s, a);
    EXPECT_TRUE((s * a).contains(best));
    EXPECT_EQ(a * s, s * a);
    return doubles_wider(s * a, best);
  });
}

TEST(C2_Interval, QuotientContainsTheTruth) {
  const auto nonzero = [](std::mt19937_64& random) {
    for (;;) {
      const Interval b = any_interval(random);
      if (!b.contains_zero()) return b;
    }
  };
  expect_tight("/", 2, [&](std::mt19937_64& random) {
    const Interval a = any_interval(random), b = nonzero(random);
    const Interval best = tightest(mpfi_div, a, b);
    EXPECT_TRUE((a / b).contains(best)) << std::hexfloat << a.lo << a.hi << b.lo << b.hi;
    return doubles_wider(a / b, best);
  });
}

TEST(C2_Interval, SquareContainsTheTruth) {
  expect_tight("sqr", 2,
               against(
                   mpfi_sqr, [](auto a) { return sqr(a); }, any_interval));
}

TEST(C2_Interval, SquareRootContainsTheTruth) {
  const auto positive = [](std::mt19937_64& random) { return abs(any_interval(random)); };
  expect_tight("sqrt", 2,
               against(
                   mpfi_sqrt, [](auto a) { return sqrt(a); }, positive));
}

TEST(C2_Interval, AbsoluteValueIsExact) {
  expect_tight("abs", 0,
               against(
                   mpfi_abs, [](auto a) { return abs(a); }, any_interval));
}

TEST(C2_Interval, SineContainsTheTruth) {
  const auto angles = [](auto& random) { return test::any_angle_interval(random, kSinCosLimit); };
  expect_tight("sin", 3,
               against(
                   mpfi_sin, [](auto a) { return sin(a); }, angles));
}

TEST(C2_Interval, CosineContainsTheTruth) {
  const auto angles = [](auto& random) { return test::any_angle_interval(random, kSinCosLimit); };
  expect_tight("cos", 3,
               against(
                   mpfi_cos, [](auto a) { return cos(a); }, angles));
}

TEST(C2_Interval, MinMaxHullAndIntersectionAreExact) {
  expect_tight("min", 0, [](std::mt19937_64& random) {
    const Interval a = any_interval(random), b = any_interval(random);
    EXPECT_EQ(min(a, b), Interval(std::fmin(a.lo, b.lo), std::fmin(a.hi, b.hi)));
    EXPECT_EQ(max(a, b), Interval(std::fmax(a.lo, b.lo), std::fmax(a.hi, b.hi)));
    EXPECT_TRUE(hull(a, b).contains(a) && hull(a, b).contains(b));
    EXPECT_EQ(intersection(a, b).has_value(), overlaps(a, b));
    EXPECT_NE(overlaps(a, b), certainly_less(a, b) || certainly_less(b, a));
    EXPECT_TRUE(!overlaps(a, b) || a.contains(*intersection(a, b)));
    EXPECT_TRUE(a.contains(a.middle()));
    return 0.0;
  });
}

TEST(C2_Interval, RoundingMovesAtLeastOneDoubleOutward) {
  expect_tight("rnd", 2, [](std::mt19937_64& random) {
    const double x = test::any_double(random);
    EXPECT_LE(round_down(x), std::nextafter(x, -kInfinity));
    EXPECT_GE(round_up(x), std::nextafter(x, kInfinity));
    if (std::fabs(x) >= 0x1p-968 && std::fabs(x) < std::numeric_limits<double>::max()) {
      EXPECT_EQ(round_down(x), std::nextafter(x, -kInfinity)) << std::hexfloat << x;
      EXPECT_EQ(round_up(x), std::nextafter(x, kInfinity)) << std::hexfloat << x;
    }
    return doubles_wider({round_down(x), round_up(x)}, x);
  });
}

TEST(C2_Interval, WhatIsNotKnownIsEverythingNeverNan) {
  const double huge = std::numeric_limits<double>::max();
  const Interval all = Interval::everything();
  const Interval overflowed = Interval(huge) + Interval(huge);
  EXPECT_EQ(all - all, all);
  EXPECT_EQ(all + all, all);
  EXPECT_EQ(all * all, all);
  EXPECT_EQ(all / Interval(1.0, 2.0), all);
  EXPECT_EQ(Interval(1.0) / Interval(-1.0, 1.0), all);
  EXPECT_EQ(Interval(1.0) / Interval(0.0, 1.0), all);
  EXPECT_EQ(Interval(0.0) / Interval(0.0), all);
  EXPECT_EQ(Interval(0.0) * all, all);
  EXPECT_TRUE(overflowed.contains(huge)) << "a sum beyond the doubles is still below infinity";
  EXPECT_EQ(overflowed.hi, kInfinity);
  EXPECT_EQ(overflowed - overflowed, all);
  EXPECT_EQ((Interval(0.0, 1.0) * Interval(2.0, kInfinity)).hi, kInfinity);
  EXPECT_LE((Interval(-1.0, 1.0) * Interval(2.0, kInfinity)).lo, -huge);
  EXPECT_EQ(sqrt(all), Interval(0.0, kInfinity));
  EXPECT_EQ(sqr(all), Interval(0.0, kInfinity));
}

/// Half-infinite operands of every shape: members of the operands give members of the result.
TEST(C2_Interval, InfiniteEndsContainWhatTheirMembersGive) {
  const double members[] = {-1e300, -2.0, -1e-300, 0.0, 1e-300, 3.0, 1e300};
  std::vector<Interval> operands = {Interval::everything()};
  for (const double x : members) {
    operands.insert(operands.end(), {{x, kInfinity}, {-kInfinity, x}, {x, x}});
  }
  for (const Interval& a : operands) {
    for (const Interval& b : operands) {
      for (const double x : members) {
        for (const double y : members) {
          if (!a.contains(x) || !b.contains(y)) continue;
          EXPECT_TRUE((a + b).contains(x + y) || std::isinf(x + y));
          EXPECT_TRUE((a - b).contains(x - y) || std::isinf(x - y));
          EXPECT_TRUE((a * b).contains(x * y)) << a.lo << a.hi << b.lo << b.hi;
          EXPECT_TRUE(y == 0.0 || (a / b).contains(x / y));
        }
      }
    }
  }
}

TEST(C2_Interval, ExactZerosStayExact) {
  const Interval zero(0.0);
  EXPECT_EQ(zero * Interval(-3.0, 5.0), zero);
  EXPECT_EQ(zero + zero, zero);
  EXPECT_EQ(Interval(1.5) - Interval(1.5), zero);
  EXPECT_EQ(zero / Interval(3.0), zero);
  EXPECT_EQ(sqr(zero), zero);
  EXPECT_EQ(sin(zero), zero);
  EXPECT_EQ(cos(zero), Interval(1.0));
  EXPECT_LT((Interval(1e-200) * Interval(-1e-200)).lo, 0.0) << "an underflow is not zero";
}

}  // namespace
}  // namespace graze
