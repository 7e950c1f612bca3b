// SPDX-License-Identifier: MIT
#include <gmpxx.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <random>

#include "math/double_double.h"
#include "support/trials.h"

namespace graze::test {
namespace {
mpq_class exact(const DoubleDouble& a) { return mpq_class(a.hi) + mpq_class(a.lo); }

double random_double(std::mt19937_64& random, int most_exponent) {
  const double mantissa = std::uniform_real_distribution<double>(-1.0, 1.0)(random);
  return std::ldexp(mantissa,
                    std::uniform_int_distribution<int>(-most_exponent, most_exponent)(random));
}

/// Sometimes with a rest far below the leading part, sometimes with none.
DoubleDouble random_number(std::mt19937_64& random) {
  const double hi = random_double(random, 30);
  if (random() % 4 == 0) return hi;
  return exact_sum(hi, std::ldexp(random_double(random, 20), -53) * std::fabs(hi));
}

/// |found - wanted| / |wanted| in units of 2^-102.
double relative_error(const DoubleDouble& found, const mpq_class& wanted) {
  if (wanted == 0) return exact(found) == 0 ? 0.0 : INFINITY;
  const mpq_class error = (exact(found) - wanted) / wanted;
  return std::fabs(error.get_d()) / DoubleDouble::kRoundoff;
}

TEST(C5_DoubleDouble, OperationsKeepTheirProvedErrorBounds) {
  const std::size_t count = trials(400'000);
  double sum = 0.0, product = 0.0, quotient = 0.0;
  for (std::size_t i = 0; i < count; ++i) {
    std::mt19937_64 random = generator(i);
    const DoubleDouble a = random_number(random), b = random_number(random);
    sum = std::max(sum, relative_error(a + b, exact(a) + exact(b)));
    sum = std::max(sum, relative_error(a - b, exact(a) - exact(b)));
    product = std::max(product, relative_error(a * b, exact(a) * exact(b)));
    if (b.hi != 0.0) quotient = std::max(quotient, relative_error(a / b, exact(a) / exact(b)));
  }
  std::printf("[ worst    ] sum %.3f, product %.3f, quotient %.3f of 2^-102\n", sum, product,
              quotient);
  EXPECT_LE(sum, 1.0);
  EXPECT_LE(product, 1.0);
  EXPECT_LE(quotient, 1.0);
}

TEST(C5_DoubleDouble, CancellationKeepsTheBound) {
  const std::size_t count = trials(200'000);
  for (std::size_t i = 0; i < count && !testing::Test::HasFailure(); ++i) {
    std::mt19937_64 random = generator(i);
    const DoubleDouble a = random_number(random);
    const DoubleDouble b = a * exact_sum(1.0, std::ldexp(random_double(random, 40), -80));
    EXPECT_LE(relative_error(a - b, exact(a) - exact(b)), 1.0);
  }
}

TEST(C5_DoubleDouble, DifferencesAndProductsOfDoublesAreExact) {
  const std::size_t count = trials(200'000);
  for (std::size_t i = 0; i < count && !testing::Test::HasFailure(); ++i) {
    std::mt19937_64 random = generator(i);
    const double a = random_double(random, 200), b = random_double(random, 200);
    EXPECT_TRUE(exact(exact_difference(a, b)) == mpq_class(a) - mpq_class(b)) << a << " " << b;
    EXPECT_TRUE(exact(exact_product(a, b)) == mpq_class(a) * mpq_class(b)) << a << " " << b;
  }
}

TEST(C5_DoubleDouble, OrderIsThatOfTheNumbers) {
  const std::size_t count = trials(100'000);
  for (std::size_t i = 0; i < count && !testing::Test::HasFailure(); ++i) {
    std::mt19937_64 random = generator(i);
    const DoubleDouble a = random_number(random);
    const DoubleDouble b =
        i % 2 == 0 ? a + DoubleDouble(std::ldexp(a.hi, -90)) : random_number(random);
    EXPECT_EQ(a < b, exact(a) < exact(b));
    EXPECT_EQ(a <= b, exact(a) <= exact(b));
    EXPECT_EQ(a > b, exact(a) > exact(b));
  }
}

TEST(C5_DoubleDouble, RootIsGoodToAHundredBits) {
  const std::size_t count = trials(100'000);
  for (std::size_t i = 0; i < count && !testing::Test::HasFailure(); ++i) {
    std::mt19937_64 random = generator(i);
    const DoubleDouble a = fabs(random_number(random));
    const DoubleDouble root = sqrt(a);
    EXPECT_LE(relative_error(root * root, exact(a)), 8.0);
  }
}
}  // namespace
}  // namespace graze::test
