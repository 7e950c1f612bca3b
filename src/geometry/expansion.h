// SPDX-License-Identifier: MIT
// Sums of doubles that stand for exact numbers.
#pragma once
#include <array>
#include <cmath>
#include <cstddef>

#include "math/double_double.h"

namespace graze {

/// The exact value is the sum of all terms. Terms grow in magnitude, do not overlap in bits and are
/// not zero, so that the last one has the sign of the sum. Exact as long as nothing underflows or
/// overflows; -ffp-contract=off is needed.
template <std::size_t capacity>
class Expansion {
 public:
  Expansion() = default;
  explicit Expansion(double value) { push(value); }

  std::size_t size() const { return size_; }
  double operator[](std::size_t i) const { return terms_[i]; }
  int sign() const {
    if (size_ == 0) return 0;
    return terms_[size_ - 1] > 0.0 ? 1 : -1;
  }
  /// The sum, within a few units of its last place.
  double rounded() const {
    double sum = 0.0;
    for (std::size_t i = 0; i < size_; ++i) sum += terms_[i];
    return sum;
  }
  void push(double term) {
    if (term != 0.0) terms_[size_++] = term;
  }

  /// Adds one double: each term takes up the carry and leaves its rounding error behind. Works in
  /// place, because at most i + 1 terms are written before term i + 1 is read.
  void add(double carry);

 private:
  std::array<double, capacity> terms_;
  std::size_t size_ = 0;
};

template <std::size_t capacity>
void Expansion<capacity>::add(double carry) {
  const std::size_t count = size_;
  size_ = 0;
  for (std::size_t i = 0; i < count; ++i) {
    const DoubleDouble sum = exact_sum(carry, terms_[i]);
    push(sum.lo);
    carry = sum.hi;
  }
  push(carry);
}

inline Expansion<2> expansion_of(const DoubleDouble& number) {
  Expansion<2> result;
  result.push(number.lo);
  result.push(number.hi);
  return result;
}

/// a + sign * b, sign being 1 or -1.
template <std::size_t n, std::size_t m>
Expansion<n + m> exact_sum(const Expansion<n>& a, const Expansion<m>& b, double sign = 1.0) {
  Expansion<n + m> result;
  for (std::size_t i = 0; i < a.size(); ++i) result.push(a[i]);
  for (std::size_t i = 0; i < b.size(); ++i) result.add(sign * b[i]);
  return result;
}

template <std::size_t n, std::size_t m>
Expansion<2 * n * m> exact_product(const Expansion<n>& a, const Expansion<m>& b) {
  Expansion<2 * n * m> result;
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = 0; j < b.size(); ++j) {
      const DoubleDouble product = exact_product(a[i], b[j]);
      result.add(product.lo);
      result.add(product.hi);
    }
  }
  return result;
}

}  // namespace graze
