// SPDX-License-Identifier: MIT
// Sums of two doubles: 106 bits or so, the same on every machine.
//
// Source: Dekker 1971; Knuth, TAOCP 2, 4.2.2. Each operation is off by at most 2^-100 of its result
// (of the larger operand, for sums that cancel).
#pragma once
#include <cmath>

namespace graze::analytic_boxes {

struct Twofold {
  double hi = 0.0, lo = 0.0;

  constexpr Twofold() = default;
  constexpr Twofold(double x) : hi(x) {}  // NOLINT: a double is one
  constexpr Twofold(double h, double l) : hi(h), lo(l) {}
};

/// a + b exactly.
inline Twofold exact_sum(double a, double b) {
  const double s = a + b, v = s - a;
  return {s, (a - (s - v)) + (b - v)};
}
/// a b exactly.
inline Twofold exact_product(double a, double b) {
  const double p = a * b;
  return {p, std::fma(a, b, -p)};
}

inline Twofold operator-(const Twofold& a) { return {-a.hi, -a.lo}; }
inline Twofold operator+(const Twofold& a, const Twofold& b) {
  const Twofold s = exact_sum(a.hi, b.hi), t = exact_sum(a.lo, b.lo);
  const Twofold u = exact_sum(s.hi, s.lo + t.hi);
  return exact_sum(u.hi, u.lo + t.lo);
}
inline Twofold operator-(const Twofold& a, const Twofold& b) { return a + -b; }
inline Twofold operator*(const Twofold& a, const Twofold& b) {
  const Twofold p = exact_product(a.hi, b.hi);
  return exact_sum(p.hi, p.lo + (a.hi * b.lo + a.lo * b.hi));
}
inline Twofold operator/(const Twofold& a, const Twofold& b) {
  const double first = a.hi / b.hi;
  const Twofold rest = a - b * Twofold(first);
  const double second = rest.hi / b.hi;
  const Twofold last = rest - b * Twofold(second);
  return exact_sum(first, second) + Twofold(last.hi / b.hi);
}

}  // namespace graze::analytic_boxes
