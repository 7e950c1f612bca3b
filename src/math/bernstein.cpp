// SPDX-License-Identifier: MIT
// Question   What are values, parts, products and derivatives of a polynomial in Bernstein form?
// Source     Farouki and Rajan 1988, "Algorithms for polynomials in Bernstein form".
// Guarantee  With Interval coefficients each result contains those of all members.
// Changed    Halving skips the outward rounding of sums that are exact, so that zeros at dyadic
//            points stay exact zeros: root isolation proves multiplicities with them.
#include "graze/math/bernstein.h"

#include <algorithm>

#include "graze/base/assert.h"

namespace graze {
namespace {

/// value = sum + error for finite doubles (Knuth).
double sum_error(double a, double b, double sum) {
  const double virtual_b = sum - a;
  return (a - (sum - virtual_b)) + (b - virtual_b);
}

double half(double x) { return 0.5 * x; }
bool halves_exactly(double x) { return std::fabs(x) >= 0x1p-1021 || x == 0.0; }

double half_sum_down(double a, double b) {
  const double sum = a + b;
  const bool is_below = sum_error(a, b, sum) >= 0.0;  // false for NaN: overflow rounds outward
  return halves_exactly(sum) ? half(is_below ? sum : round_down_sum(sum)) : round_down(half(sum));
}

double half_sum(double a, double b) { return 0.5 * a + 0.5 * b; }

Interval half_sum(const Interval& a, const Interval& b) {
  return {half_sum_down(a.lo, b.lo), -half_sum_down(-a.hi, -b.hi)};
}

double blend(double a, double b, double s) { return (1.0 - s) * a + s * b; }

Interval blend(const Interval& a, const Interval& b, const Interval& s) {
  return (Interval(1.0) - s) * a + s * b;
}

Interval blend(const Interval& a, const Interval& b, double s) {
  const double rest = 1.0 - s;
  const bool rest_is_exact = 1.0 - rest == s && s >= 0x1p-53;
  return rest_is_exact ? rest * a + s * b : blend(a, b, Interval(s));
}

template <typename Coefficient>
Coefficient step(const Coefficient& a, const Coefficient& b, double s) {
  return s == 0.5 ? half_sum(a, b) : blend(a, b, s);
}

/// binomial(n, k); exact while below 2^53.
double binomial(int n, int k) {
  GRAZE_ASSERT(n <= kMaxBernsteinDegree);
  double value = 1.0;
  for (int i = 1; i <= k; ++i) value = value * (n - k + i) / i;
  return value;
}

/// Elevating by one degree to n: c'_i = (i c_{i-1} + (n - i) c_i) / n.
template <typename Coefficient>
void elevate_once(std::vector<Coefficient>& c) {
  const auto n = static_cast<int>(c.size());
  std::vector<Coefficient> raised(c.size() + 1, c.front());
  for (int i = 1; i < n; ++i)
    raised[i] = (Coefficient(i) * c[i - 1] + Coefficient(n - i) * c[i]) / Coefficient(n);
  raised.back() = c.back();
  c = std::move(raised);
}

template <typename Coefficient, typename Operation>
BernsteinForm<Coefficient> combined(const BernsteinForm<Coefficient>& p,
                                    const BernsteinForm<Coefficient>& q,
                                    const Operation& operation) {
  const int degree = std::max(p.degree(), q.degree());
  BernsteinForm<Coefficient> result = elevated(p, degree);
  const BernsteinForm<Coefficient> other = elevated(q, degree);
  for (int i = 0; i <= degree; ++i)
    result.coefficients[i] = operation(result.coefficients[i], other.coefficients[i]);
  return result;
}

/// Monomial coefficients of p(a + s (b - a)) in s, by Horner's rule on polynomials.
template <typename Coefficient>
std::vector<Coefficient> substituted(std::span<const Coefficient> m, double a, double b) {
  const Coefficient slope = Coefficient(b) - Coefficient(a);
  std::vector<Coefficient> result{m.back()};
  for (std::size_t k = m.size() - 1; k-- > 0;) {
    result.push_back(slope * result.back());
    for (std::size_t i = result.size() - 2; i > 0; --i)
      result[i] = Coefficient(a) * result[i] + slope * result[i - 1];
    result[0] = Coefficient(a) * result[0] + m[k];
  }
  return result;
}

/// c_i = sum over k <= i of binomial(i, k) / binomial(n, k) m_k.
template <typename Coefficient>
BernsteinForm<Coefficient> from_monomial(std::span<const Coefficient> monomial,
                                         const Interval& domain) {
  GRAZE_ASSERT(!monomial.empty());
  std::vector<Coefficient> m = substituted(monomial, domain.lo, domain.hi);
  const auto n = static_cast<int>(m.size()) - 1;
  BernsteinForm<Coefficient> p{std::vector<Coefficient>(m.size(), Coefficient(0.0))};
  for (int k = 0; k <= n; ++k) m[k] = m[k] / Coefficient(binomial(n, k));
  for (int i = 0; i <= n; ++i) {
    p.coefficients[i] = m[0];
    for (int k = 1; k <= i; ++k)
      p.coefficients[i] = p.coefficients[i] + Coefficient(binomial(i, k)) * m[k];
  }
  return p;
}

}  // namespace

IntervalBernstein enclose(const Bernstein& p) {
  return {std::vector<Interval>(p.coefficients.begin(), p.coefficients.end())};
}

IntervalBernstein bernstein_from_monomial(std::span<const Interval> m, const Interval& domain) {
  return from_monomial(m, domain);
}

Bernstein bernstein_from_monomial(std::span<const double> m, const Interval& domain) {
  return from_monomial(m, domain);
}

double evaluate(const Bernstein& p, double s) {
  std::vector<double> c = p.coefficients;
  for (std::size_t last = c.size() - 1; last > 0; --last)
    for (std::size_t i = 0; i < last; ++i) c[i] = blend(c[i], c[i + 1], s);
  return c[0];
}

Interval evaluate(const IntervalBernstein& p, const Interval& s) {
  std::vector<Interval> c = p.coefficients;
  for (std::size_t last = c.size() - 1; last > 0; --last)
    for (std::size_t i = 0; i < last; ++i) c[i] = blend(c[i], c[i + 1], s);
  return c[0];
}

template <typename Coefficient>
std::pair<BernsteinForm<Coefficient>, BernsteinForm<Coefficient>> split(
    const BernsteinForm<Coefficient>& p, double s) {
  std::pair<BernsteinForm<Coefficient>, BernsteinForm<Coefficient>> parts{p, p};
  std::vector<Coefficient>& left = parts.first.coefficients;
  std::vector<Coefficient>& right = parts.second.coefficients;
  for (std::size_t last = right.size() - 1; last > 0; --last) {
    left[right.size() - 1 - last] = right[0];
    for (std::size_t i = 0; i < last; ++i) right[i] = step(right[i], right[i + 1], s);
  }
  left.back() = right[0];
  return parts;
}

IntervalBernstein restricted(const IntervalBernstein& p, const Interval& part) {
  GRAZE_ASSERT(0.0 <= part.lo && part.lo < part.hi && part.hi <= 1.0);
  const IntervalBernstein head = part.hi < 1.0 ? split(p, part.hi).first : p;
  if (part.lo == 0.0) return head;
  // Within [0, hi] the lower end is lo / hi, which is not a double in general.
  const Interval s = Interval(part.lo) / Interval(part.hi);
  IntervalBernstein tail = head;
  std::vector<Interval>& c = tail.coefficients;
  for (std::size_t last = c.size() - 1; last > 0; --last)
    for (std::size_t i = 0; i < last; ++i) c[i] = blend(c[i], c[i + 1], s);
  return tail;
}

template <typename Coefficient>
BernsteinForm<Coefficient> operator+(const BernsteinForm<Coefficient>& p,
                                     const BernsteinForm<Coefficient>& q) {
  return combined(p, q, [](const auto& a, const auto& b) { return a + b; });
}

template <typename Coefficient>
BernsteinForm<Coefficient> operator-(const BernsteinForm<Coefficient>& p,
                                     const BernsteinForm<Coefficient>& q) {
  return combined(p, q, [](const auto& a, const auto& b) { return a - b; });
}

template <typename Coefficient>
BernsteinForm<Coefficient> operator*(const BernsteinForm<Coefficient>& p,
                                     const BernsteinForm<Coefficient>& q) {
  const int n = p.degree(), m = q.degree();
  BernsteinForm<Coefficient> product{std::vector<Coefficient>(n + m + 1, Coefficient(0.0))};
  for (int i = 0; i <= n; ++i) {
    const Coefficient scaled = Coefficient(binomial(n, i)) * p.coefficients[i];
    for (int j = 0; j <= m; ++j)
      product.coefficients[i + j] =
          product.coefficients[i + j] + scaled * (Coefficient(binomial(m, j)) * q.coefficients[j]);
  }
  for (int k = 0; k <= n + m; ++k)
    product.coefficients[k] = product.coefficients[k] / Coefficient(binomial(n + m, k));
  return product;
}

template <typename Coefficient>
BernsteinForm<Coefficient> elevated(const BernsteinForm<Coefficient>& p, int degree) {
  GRAZE_ASSERT(degree >= p.degree());
  BernsteinForm<Coefficient> result = p;
  while (result.degree() < degree) elevate_once(result.coefficients);
  return result;
}

template <typename Coefficient>
BernsteinForm<Coefficient> derivative(const BernsteinForm<Coefficient>& p) {
  const int n = p.degree();
  if (n == 0) return {};
  BernsteinForm<Coefficient> result{std::vector<Coefficient>(n, Coefficient(0.0))};
  for (int i = 0; i < n; ++i)
    result.coefficients[i] = Coefficient(n) * (p.coefficients[i + 1] - p.coefficients[i]);
  return result;
}

IntervalBernstein deflated(const IntervalBernstein& p, int at_lo, int at_hi) {
  const int n = p.degree();
  const int rest = n - at_lo - at_hi;
  GRAZE_ASSERT(rest >= 0);
  IntervalBernstein q{std::vector<Interval>(rest + 1)};
  for (int i = 0; i <= rest; ++i)
    q.coefficients[i] = binomial(n, i + at_lo) * p.coefficients[i + at_lo] / binomial(rest, i);
  return q;
}

Interval range(const Bernstein& p) {
  const auto [lo, hi] = std::minmax_element(p.coefficients.begin(), p.coefficients.end());
  return {*lo, *hi};
}

Interval range(const IntervalBernstein& p) {
  Interval all = p.coefficients.front();
  for (const Interval& c : p.coefficients) all = hull(all, c);
  return all;
}

#define GRAZE_INSTANTIATE(T)                                                                     \
  template std::pair<BernsteinForm<T>, BernsteinForm<T>> split(const BernsteinForm<T>&, double); \
  template BernsteinForm<T> operator+(const BernsteinForm<T>&, const BernsteinForm<T>&);         \
  template BernsteinForm<T> operator-(const BernsteinForm<T>&, const BernsteinForm<T>&);         \
  template BernsteinForm<T> operator*(const BernsteinForm<T>&, const BernsteinForm<T>&);         \
  template BernsteinForm<T> elevated(const BernsteinForm<T>&, int);                              \
  template BernsteinForm<T> derivative(const BernsteinForm<T>&);
GRAZE_INSTANTIATE(double)
GRAZE_INSTANTIATE(Interval)
#undef GRAZE_INSTANTIATE

}  // namespace graze
