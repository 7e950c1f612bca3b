// SPDX-License-Identifier: MIT
// The error bound of sin_cos and atan2 against MPFR at 200 bits, and their bits against a constant.
#include <gtest/gtest.h>
#include <mpfr.h>

#include <bit>
#include <cstdio>

#include "graze/base/hash.h"
#include "graze/math/sin_cos.h"
#include "support/random_doubles.h"
#include "support/trials.h"

namespace graze {
namespace {

struct Mpfr {
  Mpfr() { mpfr_init2(value, 200); }
  ~Mpfr() { mpfr_clear(value); }
  Mpfr(const Mpfr&) = delete;
  Mpfr& operator=(const Mpfr&) = delete;
  mpfr_t value;
};

/// |computed - truth| / scale, rounded to double; overwrites `truth`.
double error_over(double scale, double computed, Mpfr& truth) {
  mpfr_sub_d(truth.value, truth.value, computed, MPFR_RNDN);
  mpfr_div_d(truth.value, truth.value, scale, MPFR_RNDN);
  return std::fabs(mpfr_get_d(truth.value, MPFR_RNDN));
}

double ulp_of(double x) { return std::nextafter(std::fabs(x), kInfinity) - std::fabs(x); }

TEST(C2_SinCos, KeepsItsErrorBound) {
  const std::size_t count = test::trials(1'000'000);
  Mpfr angle, sine, cosine;
  double worst_ratio = 0.0, worst_ulps = 0.0;
  for (std::size_t i = 0; i < count; ++i) {
    static thread_local std::mt19937_64 random;
    if (i % 1000 == 0) random = test::generator(i);
    const double x = test::any_angle(random, kSinCosLimit);
    const SinCos got = sin_cos(x);
    const double results[2] = {got.sin, got.cos};
    for (int k = 0; k < 2; ++k) {
      mpfr_set_d(angle.value, x, MPFR_RNDN);
      (k == 0 ? mpfr_sin : mpfr_cos)(sine.value, angle.value, MPFR_RNDN);
      if (results[k] == 0.0) {
        ASSERT_EQ(x, 0.0);
        continue;
      }
      const double ulps = error_over(ulp_of(results[k]), results[k], sine);
      worst_ulps = std::max(worst_ulps, ulps);
      const double bound = kSinCosError * std::fabs(results[k]) + 0.5 * kSmallestDouble;
      worst_ratio = std::max(worst_ratio, ulps * ulp_of(results[k]) / bound);
    }
  }
  std::printf("[ error    ] sin_cos: %.4f ulp, %.4f of the stated bound\n", worst_ulps,
              worst_ratio);
  EXPECT_LE(worst_ulps, 0.9);
  EXPECT_LE(worst_ratio, 1.0);
}

/// The doubles closest to a multiple of pi/2, where a reduction in plain doubles loses every digit.
TEST(C2_SinCos, IsAccurateNextToMultiplesOfHalfPi) {
  Mpfr half_pi, product, truth;
  mpfr_const_pi(half_pi.value, MPFR_RNDN);
  mpfr_div_2ui(half_pi.value, half_pi.value, 1, MPFR_RNDN);
  const std::size_t count = test::trials(1'000'000);
  double worst = 0.0;
  for (std::size_t i = 0; i < count; ++i) {
    const unsigned long k = 1 + (i * 2654435761u) % 63'000'000u;
    mpfr_mul_ui(product.value, half_pi.value, k, MPFR_RNDN);
    const double x = mpfr_get_d(product.value, MPFR_RNDN);
    mpfr_set_d(truth.value, x, MPFR_RNDN);
    const bool odd = k % 2 != 0;
    (odd ? mpfr_cos : mpfr_sin)(truth.value, truth.value, MPFR_RNDN);
    const SinCos got = sin_cos(x);
    const double small = odd ? got.cos : got.sin;
    worst = std::max(worst, error_over(std::fabs(small), small, truth));
  }
  std::printf("[ error    ] sin_cos next to k pi/2: relative %.4f * 2^-53\n", worst * 0x1p53);
  EXPECT_LE(worst, kSinCosError);
}

TEST(C2_SinCos, HasTheSameBitsOnEveryMachine) {
  Hasher hash;
  std::uint64_t state = 1;
  for (int i = 0; i < 200'000; ++i) {
    state = state * 6364136223846793005u + 1442695040888963407u;
    const std::uint64_t exponent = 1023 - 30 + (state >> 33) % 56;  // 2^-30 to 2^25
    const double x = std::bit_cast<double>((exponent << 52) | (state >> 12));
    const SinCos at = sin_cos((i % 2) != 0 ? x : -x);
    hash.add(at.sin);
    hash.add(at.cos);
    hash.add(atan2(at.sin, at.cos * x));
  }
  EXPECT_EQ(hash.value(), 0x6dfef65e6052b851u) << std::hex << hash.value();
}

TEST(C2_SinCos, BeyondItsLimitClaimsNothing) {
  for (const double x : {1.001 * kSinCosLimit, -1e300, kInfinity, std::nan("")}) {
    const SinCos at = sin_cos(x);
    EXPECT_EQ(at.error, 2.0) << x;
    EXPECT_EQ(sin(Interval(0.0, x)), Interval(-1.0, 1.0)) << x;
    EXPECT_EQ(cos(Interval(0.0, x)), Interval(-1.0, 1.0)) << x;
  }
}

TEST(C2_Atan2, KeepsItsErrorBound) {
  const std::size_t count = test::trials(1'000'000);
  Mpfr y_exact, x_exact, truth;
  double worst = 0.0;
  for (std::size_t i = 0; i < count; ++i) {
    static thread_local std::mt19937_64 random;
    if (i % 1000 == 0) random = test::generator(i);
    const double y = test::with_exponent(random, -40, 40), x = test::with_exponent(random, -40, 40);
    mpfr_set_d(y_exact.value, y, MPFR_RNDN);
    mpfr_set_d(x_exact.value, x, MPFR_RNDN);
    mpfr_atan2(truth.value, y_exact.value, x_exact.value, MPFR_RNDN);
    const double got = atan2(y, x);
    worst = std::max(worst, error_over(std::fabs(got), got, truth));
  }
  std::printf("[ error    ] atan2: relative %.3f * 2^-53\n", worst * 0x1p53);
  EXPECT_LE(worst, 0x1p-51);
}

TEST(C2_Atan2, KnowsTheAxes) {
  EXPECT_EQ(atan2(0.0, 0.0), 0.0);
  EXPECT_EQ(atan2(0.0, 2.0), 0.0);
  EXPECT_EQ(atan2(0.0, -2.0), 0x1.921fb54442d18p+1);
  EXPECT_EQ(atan2(1e300, 0.0), 0x1.921fb54442d18p+0);
  EXPECT_EQ(atan2(-1e-300, 0.0), -0x1.921fb54442d18p+0);
}

}  // namespace
}  // namespace graze
