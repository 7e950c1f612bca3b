// SPDX-License-Identifier: MIT
// Lengths: right for every size, and the same wherever the vector lies.
#include <gtest/gtest.h>

#include <cmath>
#include <new>

#include "graze/math/interval.h"
#include "graze/math/length.h"
#include "support/trials.h"

namespace graze {
namespace {

TEST(G8_Length, IsTheSameAtEveryAddress) {
  alignas(32) char room[64];
  const std::size_t count = test::trials(20'000);
  for (std::size_t k = 0; k < count; ++k) {
    std::mt19937_64 random = test::generator(k);
    std::uniform_real_distribution<double> one(-1.0, 1.0);
    const double x = one(random), y = one(random), z = one(random);
    const double first = length_of(*new (room) Vec3(x, y, z));
    EXPECT_EQ(first, length_of(*new (room + 8) Vec3(x, y, z))) << k;
    const long double exact = std::hypot<long double>(x, y, z);
    EXPECT_NEAR(first, static_cast<double>(exact), 4e-16 * first) << k;  // 3.5 roundings
  }
}

TEST(G8_Length, GrowsWithThePowerOfTwoToTheEdgesOfTheRange) {
  const Vec3 v(0.75, -1.5, 0.5);  // of length 1.75
  for (int exponent = -1070; exponent <= 1022; ++exponent) {
    const Vec3 scaled(std::ldexp(v.x(), exponent), std::ldexp(v.y(), exponent),
                      std::ldexp(v.z(), exponent));
    EXPECT_EQ(length_of(scaled), std::ldexp(1.75, exponent)) << exponent;
  }
  EXPECT_EQ(length_of(Vec3::Zero()), 0.0);
}

TEST(G8_Length, IsNotFiniteIfANumberIsNot) {
  for (int k = 0; k < 3; ++k) {
    Vec3 v = Vec3::Zero();
    v[k] = -kInfinity;
    EXPECT_EQ(length_of(v), kInfinity) << k;
    v[k] = std::nan("");
    EXPECT_TRUE(std::isnan(length_of(v))) << k;
  }
}

}  // namespace
}  // namespace graze
