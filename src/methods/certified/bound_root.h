// SPDX-License-Identifier: MIT
// The earliest zero of the lower bound g - c s - M s^2 / 2.                                    [C5]
#pragma once
#include <cmath>
#include <limits>

namespace graze::certified {

/// For g > 0 and M >= 0 a lower bound of the first s > 0 at which g - c s - M s^2 / 2 is zero;
/// infinity if there is none. Two forms, as each cancels where the other is used; 4 roundings,
/// shrunk by 2^-48.
inline double bound_root(double g, double c, double m) {
  constexpr double kShrink = 1.0 - 0x1p-48;
  const double root = std::sqrt(c * c + 2.0 * m * g);
  if (c > 0.0) return 2.0 * g / (c + root) * kShrink;
  return m > 0.0 ? (root - c) / m * kShrink : std::numeric_limits<double>::infinity();
}

}  // namespace graze::certified
