// SPDX-License-Identifier: MIT
#include "support/mpfi_oracle.h"

#include <mpfi_io.h>

#include <algorithm>
#include <bit>
#include <cstdint>

namespace graze::test {
namespace {

class Mpfi {
 public:
  Mpfi() { mpfi_init2(value_, 200); }
  explicit Mpfi(const Interval& a) : Mpfi() { mpfi_interv_d(value_, a.lo, a.hi); }
  ~Mpfi() { mpfi_clear(value_); }
  Mpfi(const Mpfi&) = delete;
  Mpfi& operator=(const Mpfi&) = delete;
  mpfi_ptr get() { return value_; }
  Interval outward() const {
    return {mpfr_get_d(&value_->left, MPFR_RNDD), mpfr_get_d(&value_->right, MPFR_RNDU)};
  }

 private:
  mpfi_t value_;
};

/// Doubles in order, as integers: neighbours differ by one, -0 and +0 are the same.
std::int64_t place(double x) {
  const auto bits = std::bit_cast<std::int64_t>(x);
  return bits < 0 ? std::numeric_limits<std::int64_t>::min() - bits : bits;
}

double steps(double a, double b) {
  constexpr double kMax = std::numeric_limits<double>::max();
  if (!(std::fabs(a) < kMax) || !(std::fabs(b) < kMax)) return 0.0;
  return std::fabs(static_cast<double>(place(a) - place(b)));  // bounds here are near: no overflow
}

}  // namespace

Interval tightest(MpfiUnary operation, const Interval& a) {
  static thread_local Mpfi result;
  Mpfi operand(a);
  operation(result.get(), operand.get());
  return result.outward();
}

Interval tightest(MpfiBinary operation, const Interval& a, const Interval& b) {
  static thread_local Mpfi result;
  Mpfi first(a), second(b);
  operation(result.get(), first.get(), second.get());
  return result.outward();
}

double doubles_wider(const Interval& wide, const Interval& tight) {
  return std::max(steps(wide.lo, tight.lo), steps(wide.hi, tight.hi));
}

}  // namespace graze::test
