// SPDX-License-Identifier: MIT
// Numbers of 106 bits as unevaluated sums of two doubles, for questions that 53 bits leave open.
//
// Every operation is a known algorithm with a proved relative error below 2^-102 (Joldes, Muller,
// Popescu 2017, "Tight and rigorous error bounds for basic building blocks of double-word
// arithmetic"; u = 2^-53): sum 3u^2 + 13u^3 (their algorithm 6), product 7u^2 (algorithm 10),
// quotient 15u^2 + 56u^3 (algorithm 17). They hold as long as no partial product leaves the range
// from 1e-290 to 1e290. Without FMA, so that the bits are equal everywhere.
#pragma once
#include <cmath>

namespace graze {

struct DoubleDouble {
  double hi = 0.0;  ///< the sum rounded to double
  double lo = 0.0;  ///< the rest: |lo| <= ulp(hi) / 2

  static constexpr double kRoundoff = 0x1p-102;  ///< relative error of one operation

  constexpr DoubleDouble() = default;
  constexpr DoubleDouble(double value) : hi(value) {}  // NOLINT: a double is one exactly
  constexpr DoubleDouble(double high, double low) : hi(high), lo(low) {}
};

/// a + b exactly, for any two doubles.
inline DoubleDouble exact_sum(double a, double b) {
  const double sum = a + b;
  const double b_part = sum - a;
  return {sum, (a - (sum - b_part)) + (b - b_part)};
}

/// a - b exactly.
inline DoubleDouble exact_difference(double a, double b) { return exact_sum(a, -b); }

/// a + b exactly, for |a| >= |b| or a = 0.
inline DoubleDouble exact_sum_ordered(double a, double b) {
  const double sum = a + b;
  return {sum, b - (sum - a)};
}

/// a * b exactly (Dekker's product, Veltkamp's splitting).
inline DoubleDouble exact_product(double a, double b) {
  constexpr double kSplitter = 0x1p27 + 1.0;
  const double a_scaled = kSplitter * a, b_scaled = kSplitter * b;
  const double a_top = a_scaled - (a_scaled - a), a_rest = a - a_top;
  const double b_top = b_scaled - (b_scaled - b), b_rest = b - b_top;
  const double product = a * b;
  const double error =
      ((a_top * b_top - product) + a_top * b_rest + a_rest * b_top) + a_rest * b_rest;
  return {product, error};
}

inline DoubleDouble operator-(const DoubleDouble& a) { return {-a.hi, -a.lo}; }

inline DoubleDouble operator+(const DoubleDouble& a, const DoubleDouble& b) {
  const DoubleDouble high = exact_sum(a.hi, b.hi), low = exact_sum(a.lo, b.lo);
  const DoubleDouble sum = exact_sum_ordered(high.hi, high.lo + low.hi);
  return exact_sum_ordered(sum.hi, low.lo + sum.lo);
}

inline DoubleDouble operator-(const DoubleDouble& a, const DoubleDouble& b) { return a + -b; }

inline DoubleDouble operator*(const DoubleDouble& a, const DoubleDouble& b) {
  const DoubleDouble high = exact_product(a.hi, b.hi);
  return exact_sum_ordered(high.hi, high.lo + (a.hi * b.lo + a.lo * b.hi));
}

/// The product with a double: 3u^2 (their algorithm 7).
inline DoubleDouble times_double(const DoubleDouble& a, double b) {
  const DoubleDouble high = exact_product(a.hi, b);
  const DoubleDouble sum = exact_sum_ordered(high.hi, a.lo * b);
  return exact_sum_ordered(sum.hi, sum.lo + high.lo);
}

inline DoubleDouble operator/(const DoubleDouble& a, const DoubleDouble& b) {
  const double first = a.hi / b.hi;
  const DoubleDouble back = times_double(b, first);
  const double rest = (a.hi - back.hi) + (a.lo - back.lo);
  return exact_sum_ordered(first, rest / b.hi);
}

inline bool operator<(const DoubleDouble& a, const DoubleDouble& b) {
  return a.hi < b.hi || (a.hi == b.hi && a.lo < b.lo);
}
inline bool operator>(const DoubleDouble& a, const DoubleDouble& b) { return b < a; }
inline bool operator<=(const DoubleDouble& a, const DoubleDouble& b) {
  return a.hi < b.hi || (a.hi == b.hi && a.lo <= b.lo);
}
inline bool operator>=(const DoubleDouble& a, const DoubleDouble& b) { return b <= a; }

inline DoubleDouble fabs(const DoubleDouble& a) { return a.hi < 0.0 ? -a : a; }

/// One Newton step from the double root: some 100 bits, no proved bound. a >= 0.
inline DoubleDouble sqrt(const DoubleDouble& a) {
  if (!(a.hi > 0.0)) return 0.0;
  const double root = std::sqrt(a.hi);
  const DoubleDouble rest = a - exact_product(root, root);
  return exact_sum_ordered(root, rest.hi / (2.0 * root));
}

inline double to_double(const DoubleDouble& a) { return a.hi; }
inline double to_double(double a) { return a; }

}  // namespace graze
