// SPDX-License-Identifier: MIT
// Interval arithmetic that is sound in floating point: every bound is rounded outward.     [C2]
//
// Rounding modes are never switched. The result of one rounded operation is moved outward by a term
// that exceeds its half ulp (Rump, Zimmermann, Boldo, Melquiond 2009: c -/+ (u(1+2u)|c| + eta)), so
// the same code serves SIMD, threads and WebAssembly, and gives the same bits everywhere.
#pragma once
#include <algorithm>
#include <cmath>
#include <limits>

namespace graze {

/// A double at most x, at least one and at most two steps below it; -infinity stays.
inline double round_down(double x) {
  return x - (0x1.0000000000001p-53 * std::fabs(x) + std::numeric_limits<double>::denorm_min());
}

/// A double at least x, at least one and at most two steps above it; +infinity stays.
inline double round_up(double x) {
  return x + (0x1.0000000000001p-53 * std::fabs(x) + std::numeric_limits<double>::denorm_min());
}

/// All reals from lo to hi. Never empty: lo <= hi. Ends may be infinite.
struct Interval {
  double lo = 0.0;
  double hi = 0.0;

  constexpr Interval() = default;
  constexpr Interval(double point) : lo(point), hi(point) {}  // NOLINT: a number is an interval
  constexpr Interval(double low, double high) : lo(low), hi(high) {}

  static constexpr Interval everything() {
    return {-std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  }

  bool contains(double x) const { return lo <= x && x <= hi; }
  bool contains(const Interval& other) const { return lo <= other.lo && other.hi <= hi; }
  bool contains_zero() const { return lo <= 0.0 && 0.0 <= hi; }
  double middle() const { return 0.5 * lo + 0.5 * hi; }  ///< rounded; inside for finite ends
  double width() const { return round_up(hi - lo); }     ///< never less than the true width
  double magnitude() const { return std::max(std::fabs(lo), std::fabs(hi)); }  ///< max |x|
  friend bool operator==(const Interval&, const Interval&) = default;
};

}  // namespace graze
