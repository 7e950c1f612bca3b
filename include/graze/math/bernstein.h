// SPDX-License-Identifier: MIT
// Polynomials in Bernstein form: their coefficients bound their values.                    [C2, C5]
//
// p(s) = sum over i of c_i B_i(s), B_i(s) = binomial(n, i) s^i (1 - s)^(n - i), s in [0, 1]. A
// polynomial in t on [a, b] is written in s with t = a + s (b - a); halving [0, 1] then is exact.
#pragma once
#include <graze/math/interval_arithmetic.h>

#include <span>
#include <utility>
#include <vector>

namespace graze {

/// Products, elevation and conversion need binomial coefficients that doubles hold exactly.
inline constexpr int kMaxBernsteinDegree = 50;

/// With double coefficients a plain polynomial, results rounded; with Interval coefficients the set
/// of all polynomials with coefficients inside, and every result contains those of its members.
/// Degree n <= kMaxBernsteinDegree has n + 1 coefficients; never empty.
template <typename Coefficient>
struct BernsteinForm {
  std::vector<Coefficient> coefficients{Coefficient(0.0)};

  int degree() const { return static_cast<int>(coefficients.size()) - 1; }
};

using Bernstein = BernsteinForm<double>;
using IntervalBernstein = BernsteinForm<Interval>;

/// Each coefficient as the interval of itself.
IntervalBernstein enclose(const Bernstein& p);

/// m_0 + m_1 t + m_2 t^2 + ... on `domain`, whose ends are s = 0 and s = 1. Contains that
/// polynomial.
IntervalBernstein bernstein_from_monomial(std::span<const Interval> monomial,
                                          const Interval& domain = {0.0, 1.0});
Bernstein bernstein_from_monomial(std::span<const double> monomial,
                                  const Interval& domain = {0.0, 1.0});

/// p(s) by de Casteljau; O(n^2). An interval `s` within [0, 1] gives the values at all its points.
double evaluate(const Bernstein& p, double s);
Interval evaluate(const IntervalBernstein& p, const Interval& s);

/// The parts of p on [0, s] and [s, 1], each written on [0, 1] again. At s = 1/2 a coefficient that
/// a double holds exactly stays exact.
template <typename Coefficient>
std::pair<BernsteinForm<Coefficient>, BernsteinForm<Coefficient>> split(
    const BernsteinForm<Coefficient>& p, double s = 0.5);

/// The part of p on `part`, within [0, 1] and not a point, written on [0, 1].
IntervalBernstein restricted(const IntervalBernstein& p, const Interval& part);

/// Sums elevate the lower degree; a product has the sum of the degrees.
template <typename Coefficient>
BernsteinForm<Coefficient> operator+(const BernsteinForm<Coefficient>& p,
                                     const BernsteinForm<Coefficient>& q);
template <typename Coefficient>
BernsteinForm<Coefficient> operator-(const BernsteinForm<Coefficient>& p,
                                     const BernsteinForm<Coefficient>& q);
template <typename Coefficient>
BernsteinForm<Coefficient> operator*(const BernsteinForm<Coefficient>& p,
                                     const BernsteinForm<Coefficient>& q);

/// The same polynomial with `degree` >= p.degree().
template <typename Coefficient>
BernsteinForm<Coefficient> elevated(const BernsteinForm<Coefficient>& p, int degree);

/// dp/ds. A constant has the derivative 0 of degree 0.
template <typename Coefficient>
BernsteinForm<Coefficient> derivative(const BernsteinForm<Coefficient>& p);

/// p / (s^at_lo (1 - s)^at_hi), for p whose first `at_lo` and last `at_hi` coefficients are zero.
IntervalBernstein deflated(const IntervalBernstein& p, int at_lo, int at_hi);

/// Hull of the coefficients: contains every value on [0, 1], of the real polynomial with exactly
/// these coefficients. Exact at the ends.
Interval range(const Bernstein& p);
Interval range(const IntervalBernstein& p);

}  // namespace graze
