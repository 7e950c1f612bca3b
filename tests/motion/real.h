// SPDX-License-Identifier: MIT
// Numbers of 256 bits (MPFR), for oracles.
#pragma once
#include <mpfr.h>

namespace graze::test {

class Real {
 public:
  Real(double x = 0.0) {  // NOLINT: a double is a real
    mpfr_init2(value_, 256);
    mpfr_set_d(value_, x, MPFR_RNDN);
  }
  Real(const Real& other) : Real() { mpfr_set(value_, other.value_, MPFR_RNDN); }
  Real& operator=(const Real& other) {
    mpfr_set(value_, other.value_, MPFR_RNDN);
    return *this;
  }
  ~Real() { mpfr_clear(value_); }

  double number() const { return mpfr_get_d(value_, MPFR_RNDN); }
  explicit operator double() const { return number(); }

  friend Real operator+(const Real& a, const Real& b) { return by(mpfr_add, a, b); }
  friend Real operator-(const Real& a, const Real& b) { return by(mpfr_sub, a, b); }
  friend Real operator*(const Real& a, const Real& b) { return by(mpfr_mul, a, b); }
  friend Real operator/(const Real& a, const Real& b) { return by(mpfr_div, a, b); }
  friend Real operator-(const Real& a) { return Real(0.0) - a; }
  friend bool operator<(const Real& a, const Real& b) { return mpfr_cmp(a.value_, b.value_) < 0; }
  friend bool operator<=(const Real& a, const Real& b) { return mpfr_cmp(a.value_, b.value_) <= 0; }
  friend Real sqrt(const Real& a) { return by(mpfr_sqrt, a); }
  friend Real sin(const Real& a) { return by(mpfr_sin, a); }
  friend Real cos(const Real& a) { return by(mpfr_cos, a); }

 private:
  template <typename Operation>
  static Real by(Operation operation, const Real& a) {
    Real result;
    operation(result.value_, a.value_, MPFR_RNDN);
    return result;
  }
  template <typename Operation>
  static Real by(Operation operation, const Real& a, const Real& b) {
    Real result;
    operation(result.value_, a.value_, b.value_, MPFR_RNDN);
    return result;
  }
  mpfr_t value_;
};

}  // namespace graze::test
