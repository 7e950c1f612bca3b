// SPDX-License-Identifier: MIT
// Potentials that keep surfaces apart, and smooth ones that replace Coulomb's friction.       [V8]
#pragma once
#include <algorithm>
#include <cmath>

namespace graze::dynamics::barrier {

/// A function of one number with its first two derivatives.
struct Slopes {
  double value = 0.0;
  double first = 0.0;
  double second = 0.0;
};

/// -(d - gap)^2 ln(d / gap) for 0 < d < gap, else 0: convex, infinite where surfaces touch, smooth
/// at the gap.
inline Slopes log_barrier(double d, double gap) {
  if (!(d < gap)) return {};
  const double log = std::log(d / gap), in = d - gap;
  return {-in * in * log, -2.0 * in * log - in * in / d,
          -2.0 * log - 4.0 * in / d + in * in / (d * d)};
}

/// y for y >= small; below that a smooth curve whose slope falls to 0 at y = 0. y >= 0.
inline Slopes smooth_length(double y, double small) {
  if (y >= small) return {y, 1.0, 0.0};
  const double r = y / small;
  return {small * (r * r * (1.0 - r / 3.0) + 1.0 / 3.0), r * (2.0 - r), 2.0 * (1.0 - r) / small};
}

/// 1 for c >= small, 0 for c = 0, smooth in between.
inline Slopes fade(double c, double small) {
  if (c >= small) return {1.0, 0.0, 0.0};
  const double r = c / small;
  return {r * (2.0 - r), 2.0 * (1.0 - r) / small, -2.0 / (small * small)};
}

}  // namespace graze::dynamics::barrier
