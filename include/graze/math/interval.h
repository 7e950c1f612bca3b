// SPDX-License-Identifier: MIT
// Interval arithmetic that is sound in floating point: every bound is rounded outward.     [C2]
//
// Rounding modes are never switched. The result of one rounded operation is moved outward by a term
// that exceeds its half ulp (Rump, Zimmermann, Boldo, Melquiond 2009: c -/+ (u(1+2u)|c| + eta)), so
// the same code serves SIMD, threads and WebAssembly, and gives the same bits everywhere. Proofs
// and measured widths: docs/methods/interval_arithmetic.md.
#pragma once
#include <algorithm>
#include <cmath>
#include <limits>

namespace graze {

inline constexpr double kInfinity = std::numeric_limits<double>::infinity();
inline constexpr double kUnitRoundoff = 0x1p-53;  ///< largest relative error of one operation
inline constexpr double kSmallestDouble = std::numeric_limits<double>::denorm_min();

/// A lower bound of the real result that was rounded to x: the next double below x, or the second
/// next if |x| < 2^-968. NaN and +infinity (overflow) give -infinity.
inline double round_down(double x) {
  const double r = x - (0x1.0000000000001p-53 * std::fabs(x) + kSmallestDouble);
  return r > -kInfinity ? r : -kInfinity;  // one instruction; false for NaN
}

/// An upper bound of the real result that was rounded to x; mirrors round_down.
inline double round_up(double x) {
  const double r = x + (0x1.0000000000001p-53 * std::fabs(x) + kSmallestDouble);
  return r < kInfinity ? r : kInfinity;
}

/// The same after an addition, a subtraction or a square root. Those are exact below 2^-1021, so no
/// term for underflow is needed and zero stays zero. At most two doubles below x.
inline double round_down_sum(double x) {
  const double r = x - 0x1.8p-53 * std::fabs(x);
  return r > -kInfinity ? r : -kInfinity;
}

/// An upper bound after an addition, a subtraction or a square root; mirrors round_down_sum.
inline double round_up_sum(double x) {
  const double r = x + 0x1.8p-53 * std::fabs(x);
  return r < kInfinity ? r : kInfinity;
}

/// All reals from lo to hi. Never empty: lo <= hi. Ends may be infinite, never NaN.
struct Interval {
  double lo = 0.0;
  double hi = 0.0;

  constexpr Interval() = default;
  constexpr Interval(double point) : lo(point), hi(point) {}  // NOLINT: a number is an interval
  constexpr Interval(double low, double high) : lo(low), hi(high) {}

  static constexpr Interval everything() { return {-kInfinity, kInfinity}; }

  bool contains(double x) const { return lo <= x && x <= hi; }
  bool contains(const Interval& other) const { return lo <= other.lo && other.hi <= hi; }
  bool contains_zero() const { return lo <= 0.0 && 0.0 <= hi; }
  bool is_point() const { return lo == hi; }
  bool is_finite() const { return -kInfinity < lo && hi < kInfinity; }

  /// A double inside, the middle up to rounding. Needs finite ends.
  double middle() const {
    const double m = 0.5 * lo + 0.5 * hi;
    return m < lo ? lo : (m > hi ? hi : m);  // halving a denormal may round past an end
  }
  double width() const { return round_up_sum(hi - lo); }  ///< never less than the true width
  double magnitude() const { return std::max(std::fabs(lo), std::fabs(hi)); }  ///< max |x|
  /// min |x|; 0 if zero is inside
  double mignitude() const { return lo > 0.0 ? lo : (hi < 0.0 ? -hi : 0.0); }
  friend bool operator==(const Interval&, const Interval&) = default;
};

}  // namespace graze
