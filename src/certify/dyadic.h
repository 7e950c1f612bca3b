// SPDX-License-Identifier: MIT
// Numbers k 2^e with a whole k of any size: sums and products of doubles without rounding.
#pragma once
#include <algorithm>
#include <cmath>
#include <cstdint>
#include <vector>

namespace graze::certify {

class Dyadic {
 public:
  Dyadic(double x = 0.0) {  // NOLINT: a finite double is such a number
    int exponent = 0;
    const double part = std::frexp(std::fabs(x), &exponent);  // in [1/2, 1)
    const auto whole = static_cast<std::uint64_t>(std::ldexp(part, 53));
    digits_ = {static_cast<std::uint32_t>(whole), static_cast<std::uint32_t>(whole >> 32)};
    exponent_ = exponent - 53;
    is_negative_ = x < 0.0;
    trim();
  }

  int sign() const { return digits_.empty() ? 0 : (is_negative_ ? -1 : 1); }

  friend Dyadic operator-(Dyadic a) {
    a.is_negative_ = !a.is_negative_;
    return a;
  }
  friend Dyadic operator*(const Dyadic& a, const Dyadic& b) {
    Dyadic product;
    product.digits_.assign(a.digits_.size() + b.digits_.size(), 0);
    for (std::size_t i = 0; i < a.digits_.size(); ++i) {
      std::uint64_t carry = 0;
      for (std::size_t j = 0; j < b.digits_.size() || carry != 0; ++j) {
        const std::uint64_t factor = j < b.digits_.size() ? b.digits_[j] : 0;
        carry += product.digits_[i + j] + std::uint64_t{a.digits_[i]} * factor;
        product.digits_[i + j] = static_cast<std::uint32_t>(carry);
        carry >>= 32;
      }
    }
    product.exponent_ = a.exponent_ + b.exponent_;
    product.is_negative_ = a.is_negative_ != b.is_negative_;
    product.trim();
    return product;
  }
  friend Dyadic operator+(const Dyadic& a, const Dyadic& b) {
    if (a.sign() == 0) return b;
    if (b.sign() == 0) return a;
    const int exponent = std::min(a.exponent_, b.exponent_);
    Dyadic x = a.shifted(a.exponent_ - exponent), y = b.shifted(b.exponent_ - exponent);
    if (x.is_negative_ == y.is_negative_) return sum(std::move(x), y);
    return x.is_smaller(y) ? difference(std::move(y), x) : difference(std::move(x), y);
  }
  friend Dyadic operator-(const Dyadic& a, const Dyadic& b) { return a + -Dyadic(b); }

 private:
  using Digits = std::vector<std::uint32_t>;  // of base 2^32, the lowest first

  /// The same number with an exponent lower by `bits`.
  Dyadic shifted(int bits) const {
    Dyadic result = *this;
    result.exponent_ -= bits;
    result.digits_.assign(digits_.size() + std::size_t(bits) / 32 + 1, 0);
    for (std::size_t i = 0; i < digits_.size(); ++i) {
      const std::uint64_t wide = std::uint64_t{digits_[i]} << (bits % 32);
      result.digits_[i + std::size_t(bits) / 32] |= static_cast<std::uint32_t>(wide);
      result.digits_[i + std::size_t(bits) / 32 + 1] |= static_cast<std::uint32_t>(wide >> 32);
    }
    return result;
  }

  /// By size, exponents being equal.
  bool is_smaller(const Dyadic& other) const {
    const std::size_t count = std::max(digits_.size(), other.digits_.size());
    for (std::size_t i = count; i-- > 0;) {
      const std::uint32_t x = i < digits_.size() ? digits_[i] : 0;
      const std::uint32_t y = i < other.digits_.size() ? other.digits_[i] : 0;
      if (x != y) return x < y;
    }
    return false;
  }

  static Dyadic sum(Dyadic x, const Dyadic& y) {
    x.digits_.resize(std::max(x.digits_.size(), y.digits_.size()) + 1, 0);
    std::uint64_t carry = 0;
    for (std::size_t i = 0; i < x.digits_.size(); ++i) {
      carry += std::uint64_t{x.digits_[i]} + (i < y.digits_.size() ? y.digits_[i] : 0);
      x.digits_[i] = static_cast<std::uint32_t>(carry);
      carry >>= 32;
    }
    x.trim();
    return x;
  }

  /// |x| >= |y|.
  static Dyadic difference(Dyadic x, const Dyadic& y) {
    std::uint64_t borrow = 0;
    for (std::size_t i = 0; i < x.digits_.size(); ++i) {
      const std::uint64_t less = (i < y.digits_.size() ? y.digits_[i] : 0) + borrow;
      borrow = x.digits_[i] < less ? 1 : 0;
      x.digits_[i] = static_cast<std::uint32_t>(x.digits_[i] - less);
    }
    x.trim();
    return x;
  }

  void trim() {
    while (!digits_.empty() && digits_.back() == 0) digits_.pop_back();
    std::size_t low = 0;
    while (low < digits_.size() && digits_[low] == 0) ++low;
    digits_.erase(digits_.begin(), digits_.begin() + static_cast<std::ptrdiff_t>(low));
    exponent_ += 32 * static_cast<int>(low);
  }

  Digits digits_;
  int exponent_ = 0;
  bool is_negative_ = false;
};

/// A polynomial sum of c[i] u^(n-i) v^i of degree n = size - 1: positive for u, v >= 0, not both
/// zero, if all coefficients are.
using Homogeneous = std::vector<Dyadic>;

inline Homogeneous operator*(const Homogeneous& a, const Homogeneous& b) {
  Homogeneous product(a.size() + b.size() - 1);
  for (std::size_t i = 0; i < a.size(); ++i)
    for (std::size_t j = 0; j < b.size(); ++j) product[i + j] = product[i + j] + a[i] * b[j];
  return product;
}
inline Homogeneous operator*(const Dyadic& s, Homogeneous a) {
  for (Dyadic& c : a) c = s * c;
  return a;
}
/// Of equal degree.
inline Homogeneous operator+(Homogeneous a, const Homogeneous& b) {
  for (std::size_t i = 0; i < a.size(); ++i) a[i] = a[i] + b[i];
  return a;
}
inline Homogeneous operator-(const Homogeneous& a, const Homogeneous& b) {
  return a + Dyadic(-1.0) * b;
}

inline bool is_positive(const Homogeneous& a) {
  return std::all_of(a.begin(), a.end(), [](const Dyadic& c) { return c.sign() > 0; });
}

}  // namespace graze::certify
