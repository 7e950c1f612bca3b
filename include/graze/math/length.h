// SPDX-License-Identifier: MIT
// The length of a vector of any size, with the same bits wherever it lies.
#pragma once
#include <graze/math/vec.h>

#include <cmath>

namespace graze {

/// No square over- or underflows. Not Eigen's stableNorm(), which adds in an order that depends on
/// the vector's address, so that compilers, which place vectors differently, give different last
/// bits.
inline double length_of(const Vec3& v) {
  const auto plain = [](double x, double y, double z) {
    return std::sqrt((x * x + y * y) + z * z);
  };
  const double largest = std::fmax(std::fabs(v.x()), std::fmax(std::fabs(v.y()), std::fabs(v.z())));
  if (largest > 0x1p-450 && largest < 0x1p500) return plain(v.x(), v.y(), v.z());
  if (largest == 0.0 || !std::isfinite(largest)) return v.cwiseAbs().sum();
  const int exponent = std::ilogb(largest);
  const auto scaled = [&](double x) { return std::ldexp(x, -exponent); };
  return std::ldexp(plain(scaled(v.x()), scaled(v.y()), scaled(v.z())), exponent);
}

}  // namespace graze
