// SPDX-License-Identifier: MIT
#include "support/sturm.h"

namespace graze::test {
namespace {
/// Divided by |leading coefficient|: keeps signs, keeps numbers small.
void normalise(RationalPolynomial& p) {
  if (p.empty()) return;
  const mpq_class size = abs(p.back());
  for (mpq_class& c : p) c /= size;
}
}  // namespace

void trim(RationalPolynomial& p) {
  while (!p.empty() && p.back() == 0) p.pop_back();
}

RationalPolynomial divide(RationalPolynomial& a, const RationalPolynomial& b) {
  RationalPolynomial quotient(a.size() >= b.size() ? a.size() - b.size() + 1 : 0);
  while (a.size() >= b.size()) {
    const std::size_t shift = a.size() - b.size();
    const mpq_class factor = a.back() / b.back();
    quotient[shift] = factor;
    for (std::size_t i = 0; i < b.size(); ++i) a[shift + i] -= factor * b[i];
    a.pop_back();
    trim(a);
  }
  return quotient;
}

RationalPolynomial common_divisor(RationalPolynomial a, RationalPolynomial b) {
  while (!b.empty()) {
    divide(a, b);
    normalise(a);
    std::swap(a, b);
  }
  return a;
}

std::vector<RationalPolynomial> sturm_sequence(const RationalPolynomial& p) {
  std::vector<RationalPolynomial> sequence{p, derivative(p)};
  while (!sequence.back().empty()) {
    RationalPolynomial next = sequence[sequence.size() - 2];
    divide(next, sequence.back());
    for (mpq_class& c : next) c = -c;
    normalise(next);
    sequence.push_back(next);
  }
  sequence.pop_back();
  return sequence;
}

int sign_changes(const std::vector<RationalPolynomial>& sequence, const mpq_class& x) {
  int changes = 0, last = 0;
  for (const RationalPolynomial& p : sequence) {
    const int sign = sgn(evaluate(p, x));
    if (sign != 0 && last != 0 && sign != last) ++changes;
    if (sign != 0) last = sign;
  }
  return changes;
}

RationalPolynomial rational_from_bernstein(const std::vector<double>& c) {
  const std::size_t n = c.size() - 1;
  RationalPolynomial p(c.size());
  // Differences of the coefficients: m_k = binomial(n, k) (forward difference of order k at 0).
  std::vector<mpq_class> row(c.begin(), c.end());
  mpq_class binomial = 1;
  for (std::size_t k = 0; k <= n; ++k) {
    p[k] = binomial * row[0];
    for (std::size_t i = 0; i + 1 < row.size(); ++i) row[i] = row[i + 1] - row[i];
    row.pop_back();
    binomial *= mpq_class(static_cast<long>(n - k), static_cast<long>(k + 1));
    binomial.canonicalize();
  }
  trim(p);
  return p;
}

RationalPolynomial derivative(const RationalPolynomial& p) {
  RationalPolynomial result;
  for (std::size_t i = 1; i < p.size(); ++i) result.push_back(p[i] * static_cast<long>(i));
  return result;
}

mpq_class evaluate(const RationalPolynomial& p, const mpq_class& x) {
  mpq_class value = 0;
  for (std::size_t i = p.size(); i-- > 0;) value = value * x + p[i];
  return value;
}

int distinct_roots(const RationalPolynomial& p, const mpq_class& a, const mpq_class& b) {
  if (p.size() <= 1) return 0;
  RationalPolynomial rest = p;
  const RationalPolynomial square_free = divide(rest, common_divisor(p, derivative(p)));
  const auto sequence = sturm_sequence(square_free);
  const int in_half_open = sign_changes(sequence, a) - sign_changes(sequence, b);
  return in_half_open + (evaluate(square_free, a) == 0 ? 1 : 0);
}

int roots_with_multiplicity(const RationalPolynomial& p, const mpq_class& a, const mpq_class& b) {
  int count = 0;
  for (RationalPolynomial q = p; q.size() > 1; q = common_divisor(q, derivative(q)))
    count += distinct_roots(q, a, b);
  return count;
}

}  // namespace graze::test
