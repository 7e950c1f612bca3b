// SPDX-License-Identifier: MIT
// Roots by our own hand against powers in long double.
#include <gtest/gtest.h>

#include <cmath>

#include "math/nth_root.h"
#include "support/trials.h"

namespace graze {
namespace {

TEST(C2_NthRoot, IsWithinFourUnitsInTheLastPlace) {
  const std::size_t count = test::trials(100'000);
  for (std::size_t k = 0; k < count; ++k) {
    std::mt19937_64 random = test::generator(k);
    const int n = std::uniform_int_distribution<int>(1, 9)(random);
    const double mantissa = std::uniform_real_distribution<double>(0.5, 1.0)(random);
    const double x = std::ldexp(mantissa, std::uniform_int_distribution<int>(-1060, 1024)(random));
    const double exact = static_cast<double>(std::pow(static_cast<long double>(x), 1.0L / n));
    EXPECT_NEAR(nth_root(x, n), exact, 4.0 * 0x1p-52 * exact) << x << " " << n;
  }
}

TEST(C2_NthRoot, OfAPowerOfTwoIsExact) {
  for (int n = 1; n < 9; ++n)
    for (int k = -100; k <= 100; ++k)
      EXPECT_EQ(nth_root(std::ldexp(1.0, n * k), n), std::ldexp(1.0, k)) << n << " " << k;
  EXPECT_EQ(nth_root(0.0, 3), 0.0);
}

}  // namespace
}  // namespace graze
