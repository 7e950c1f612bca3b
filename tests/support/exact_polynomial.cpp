// SPDX-License-Identifier: MIT
#include "support/exact_polynomial.h"

#include <algorithm>

namespace graze::test {
namespace {
/// Distinct roots in (lo, hi].
int count_roots(const std::vector<Polynomial>& sequence, const mpq_class& lo, const mpq_class& hi) {
  return sign_changes(sequence, lo) - sign_changes(sequence, hi);
}

void isolate(const std::vector<Polynomial>& sequence, const mpq_class& lo, const mpq_class& hi,
             std::vector<ExactRoot>& roots) {
  const int count = count_roots(sequence, lo, hi);
  if (count == 0) return;
  if (count == 1) {
    const bool at_end = evaluate(sequence[0], hi) == 0;
    roots.push_back({sequence[0], at_end ? hi : lo, hi});
    return;
  }
  const mpq_class middle = (lo + hi) / 2;
  isolate(sequence, lo, middle, roots);
  isolate(sequence, middle, hi, roots);
}

/// Halves the interval: a simple root lies where the sign changes, and hi is no root.
void halve(ExactRoot& root) {
  const mpq_class middle = (root.lo + root.hi) / 2;
  const int sign = sgn(evaluate(root.of, middle));
  if (sign == 0) {
    root.lo = root.hi = middle;
  } else if (sign == sgn(evaluate(root.of, root.hi))) {
    root.hi = middle;
  } else {
    root.lo = middle;
  }
}

bool may_vanish(const std::vector<Polynomial>& sequence, const ExactRoot& root) {
  return evaluate(sequence[0], root.lo) == 0 || count_roots(sequence, root.lo, root.hi) > 0;
}
}  // namespace

Polynomial operator+(const Polynomial& a, const Polynomial& b) {
  Polynomial sum(std::max(a.size(), b.size()));
  for (std::size_t i = 0; i < a.size(); ++i) sum[i] += a[i];
  for (std::size_t i = 0; i < b.size(); ++i) sum[i] += b[i];
  trim(sum);
  return sum;
}

Polynomial operator-(const Polynomial& a, const Polynomial& b) {
  return a + b * Polynomial{mpq_class(-1)};
}

Polynomial operator*(const Polynomial& a, const Polynomial& b) {
  if (a.empty() || b.empty()) return {};
  Polynomial product(a.size() + b.size() - 1);
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t k = 0; k < b.size(); ++k) product[i + k] += a[i] * b[k];
  }
  trim(product);
  return product;
}

std::vector<ExactRoot> roots_in_unit(const Polynomial& a) {
  std::vector<ExactRoot> roots;
  if (a.size() <= 1) return roots;
  Polynomial rest = a;
  const Polynomial simple = divide(rest, common_divisor(a, derivative(a)));
  if (evaluate(simple, 0) == 0) roots.push_back({simple, 0, 0});
  isolate(sturm_sequence(simple), 0, 1, roots);
  return roots;
}

void refine(ExactRoot& root, const mpq_class& width) {
  while (root.hi - root.lo > width) halve(root);
}

int sign_at(const Polynomial& a, ExactRoot root) {
  if (root.lo == root.hi) return sgn(evaluate(a, root.lo));
  const Polynomial shared = common_divisor(root.of, a);
  if (shared.size() > 1 && count_roots(sturm_sequence(shared), root.lo, root.hi) > 0) return 0;
  if (a.size() == 1) return sgn(a[0]);
  const std::vector<Polynomial> sequence = sturm_sequence(a);
  while (root.lo != root.hi && may_vanish(sequence, root)) halve(root);
  return sgn(evaluate(a, root.hi));
}

}  // namespace graze::test
