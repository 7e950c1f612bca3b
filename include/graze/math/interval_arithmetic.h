// SPDX-License-Identifier: MIT
// Operations on intervals: each result contains every real result of its operands.             [C2]
//
// + - and sqrt give bounds at most two doubles outside the exact ones, * / and sqr at most one (two
// near underflow). What is undefined or unknown (inf - inf, division by an interval around zero) is
// everything(), never NaN. A factor that is exactly zero gives exactly zero unless the other is
// infinite.
#pragma once
#include <graze/math/interval.h>

#include <optional>

namespace graze {

inline Interval operator-(const Interval& a) { return {-a.hi, -a.lo}; }

inline Interval operator+(const Interval& a, const Interval& b) {
  return {round_down_sum(a.lo + b.lo), round_up_sum(a.hi + b.hi)};
}

inline Interval operator-(const Interval& a, const Interval& b) {
  return {round_down_sum(a.lo - b.hi), round_up_sum(a.hi - b.lo)};
}

/// The hull of two numbers, in either order.
inline Interval ordered(double a, double b) { return b < a ? Interval(b, a) : Interval(a, b); }

/// Products and quotients before outward rounding: the least and the largest of rounded corners.
/// An intermediate value, not an enclosure.
struct RoundedCorners {
  double lo, hi;

  /// Keeps a NaN that comes first (round_down makes it infinite) and ignores later ones: such a
  /// corner (0 * inf, inf / inf) adds nothing to what the other corners bound.
  void add(double corner) {
    lo = corner < lo ? corner : lo;
    hi = corner > hi ? corner : hi;
  }
};

inline RoundedCorners rounded_product(const Interval& a, const Interval& b) {
  const double first = a.lo * b.lo;
  RoundedCorners corners{first, first};
  corners.add(a.lo * b.hi);
  corners.add(a.hi * b.lo);
  corners.add(a.hi * b.hi);
  return corners;
}

inline RoundedCorners rounded_product(double a, const Interval& b) {
  const double first = a * b.lo;
  RoundedCorners corners{first, first};
  corners.add(a * b.hi);
  return corners;
}

inline RoundedCorners rounded_product(const Interval& a, double b) { return rounded_product(b, a); }

/// Both rounded corners are zero: exactly so if a factor is, else by underflow.
inline Interval product_that_rounds_to_zero(const Interval& a, const Interval& b) {
  const bool exact = (a.lo == 0.0 && a.hi == 0.0) || (b.lo == 0.0 && b.hi == 0.0);
  return exact ? Interval(0.0) : Interval(-kSmallestDouble, kSmallestDouble);
}

inline Interval operator*(const Interval& a, const Interval& b) {
  const RoundedCorners p = rounded_product(a, b);
  if (p.lo == 0.0 && p.hi == 0.0) [[unlikely]]
    return product_that_rounds_to_zero(a, b);
  return {round_down(p.lo), round_up(p.hi)};
}

inline Interval operator*(double a, const Interval& b) {
  const RoundedCorners p = rounded_product(a, b);
  if (p.lo == 0.0 && p.hi == 0.0) [[unlikely]]
    return product_that_rounds_to_zero(a, b);
  return {round_down(p.lo), round_up(p.hi)};
}

inline Interval operator*(const Interval& a, double b) { return b * a; }

/// everything() if `b` contains zero.
inline Interval operator/(const Interval& a, const Interval& b) {
  if (b.contains_zero()) return Interval::everything();
  if (a.lo == 0.0 && a.hi == 0.0) return 0.0;
  const double first = a.lo / b.lo;
  RoundedCorners q{first, first};
  q.add(a.lo / b.hi);
  q.add(a.hi / b.lo);
  q.add(a.hi / b.hi);
  return {round_down(q.lo), round_up(q.hi)};
}

inline Interval& operator+=(Interval& a, const Interval& b) { return a = a + b; }
inline Interval& operator-=(Interval& a, const Interval& b) { return a = a - b; }
inline Interval& operator*=(Interval& a, const Interval& b) { return a = a * b; }
inline Interval& operator/=(Interval& a, const Interval& b) { return a = a / b; }

/// |x|, exact.
inline Interval abs(const Interval& a) { return {a.mignitude(), a.magnitude()}; }

/// x * x with both factors the same number: never negative.
inline Interval sqr(const Interval& a) {
  const Interval m = abs(a);
  if (m.hi == 0.0) return 0.0;
  const double lo = round_down(m.lo * m.lo);
  return {lo > 0.0 ? lo : 0.0, round_up(m.hi * m.hi)};
}

/// The part of `a` below zero does not count; an interval wholly below zero gives zero.
inline Interval sqrt(const Interval& a) {
  const double lo = a.lo > 0.0 ? a.lo : 0.0;
  const double hi = a.hi > 0.0 ? a.hi : 0.0;
  return {round_down_sum(std::sqrt(lo)), round_up_sum(std::sqrt(hi))};
}

/// The set of min(x, y), exact.
inline Interval min(const Interval& a, const Interval& b) {
  return {b.lo < a.lo ? b.lo : a.lo, b.hi < a.hi ? b.hi : a.hi};
}

/// The set of max(x, y), exact.
inline Interval max(const Interval& a, const Interval& b) {
  return {b.lo > a.lo ? b.lo : a.lo, b.hi > a.hi ? b.hi : a.hi};
}

/// The smallest interval that contains both, exact.
inline Interval hull(const Interval& a, const Interval& b) {
  return {b.lo < a.lo ? b.lo : a.lo, b.hi > a.hi ? b.hi : a.hi};
}

/// Have a number in common.
inline bool overlaps(const Interval& a, const Interval& b) { return a.lo <= b.hi && b.lo <= a.hi; }

/// Every number of `a` is less than every number of `b`.
inline bool certainly_less(const Interval& a, const Interval& b) { return a.hi < b.lo; }

/// What both contain; nothing if they do not overlap. Exact.
inline std::optional<Interval> intersection(const Interval& a, const Interval& b) {
  if (!overlaps(a, b)) return std::nullopt;
  return Interval(b.lo > a.lo ? b.lo : a.lo, b.hi < a.hi ? b.hi : a.hi);
}

/// Grown by `by` >= 0 on both sides, rounded outward.
inline Interval inflated(const Interval& a, double by) {
  return {round_down_sum(a.lo - by), round_up_sum(a.hi + by)};
}

/// The two halves share `a.middle()`. Needs finite ends.
inline Interval lower_half(const Interval& a) { return {a.lo, a.middle()}; }
inline Interval upper_half(const Interval& a) { return {a.middle(), a.hi}; }

}  // namespace graze
