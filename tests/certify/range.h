// SPDX-License-Identifier: MIT
// Intervals of 128 bits (MPFI) and functions of time over them.
#pragma once
#include <mpfi.h>

#include <array>

#include "graze/math/vec.h"

namespace graze::test {

class Range {
 public:
  Range(double x = 0.0) {  // NOLINT: a number is a range
    mpfi_init2(value_, 128);
    mpfi_set_d(value_, x);
  }
  Range(double lo, double hi) : Range() { mpfi_interv_d(value_, lo, hi); }
  Range(const Range& other) : Range() { mpfi_set(value_, other.value_); }
  Range& operator=(const Range& other) {
    mpfi_set(value_, other.value_);
    return *this;
  }
  ~Range() { mpfi_clear(value_); }

  bool is_positive() const { return mpfi_is_strictly_pos(value_) > 0; }
  bool has_zero() const { return mpfi_has_zero(value_) > 0; }
  double lo() const {
    mpfr_t end;
    mpfr_init2(end, 128);
    mpfi_get_left(end, value_);
    const double x = mpfr_get_d(end, MPFR_RNDD);
    mpfr_clear(end);
    return x;
  }
  double hi() const { return -(-*this).lo(); }

  friend Range operator+(const Range& a, const Range& b) { return by(mpfi_add, a, b); }
  friend Range operator-(const Range& a, const Range& b) { return by(mpfi_sub, a, b); }
  friend Range operator*(const Range& a, const Range& b) { return by(mpfi_mul, a, b); }
  friend Range operator/(const Range& a, const Range& b) { return by(mpfi_div, a, b); }
  friend Range operator-(const Range& a) { return by(mpfi_neg, a); }
  friend Range sqr(const Range& a) { return by(mpfi_sqr, a); }
  friend Range sqrt(const Range& a) { return by(mpfi_sqrt, a); }
  friend Range sin(const Range& a) { return by(mpfi_sin, a); }
  friend Range cos(const Range& a) { return by(mpfi_cos, a); }
  friend Range hull(const Range& a, const Range& b) { return by(mpfi_union, a, b); }

 private:
  template <typename Operation>
  static Range by(Operation operation, const Range& a) {
    Range result;
    operation(result.value_, a.value_);
    return result;
  }
  template <typename Operation>
  static Range by(Operation operation, const Range& a, const Range& b) {
    Range result;
    operation(result.value_, a.value_, b.value_);
    return result;
  }
  mpfi_t value_;
};

/// A function of time on a range of times: its values and its first derivatives there.
struct Jet {
  Range value, slope;

  Jet(double x = 0.0) : value(x), slope(0.0) {}  // NOLINT: a constant is a function
  Jet(const Range& v) : value(v), slope(0.0) {}  // NOLINT
  Jet(const Range& v, const Range& s) : value(v), slope(s) {}

  friend Jet operator+(const Jet& a, const Jet& b) {
    return {a.value + b.value, a.slope + b.slope};
  }
  friend Jet operator-(const Jet& a, const Jet& b) {
    return {a.value - b.value, a.slope - b.slope};
  }
  friend Jet operator*(const Jet& a, const Jet& b) {
    return {a.value * b.value, a.slope * b.value + a.value * b.slope};
  }
  friend Jet operator/(const Jet& a, const Jet& b) {
    const Range quotient = a.value / b.value;
    return {quotient, (a.slope - quotient * b.slope) / b.value};
  }
  friend Jet sqr(const Jet& a) { return {sqr(a.value), Range(2.0) * a.value * a.slope}; }
  friend Jet sqrt(const Jet& a) {
    const Range root = sqrt(a.value);
    return {root, a.slope / (Range(2.0) * root)};
  }
  friend Jet sin(const Jet& a) { return {sin(a.value), cos(a.value) * a.slope}; }
};

using RangeVec = std::array<Range, 3>;
using JetVec = std::array<Jet, 3>;
using JetMat = std::array<JetVec, 3>;  // rows

struct JetPose {
  JetMat rotation;
  JetVec translation;
};

inline JetVec jet(const Vec3& v) { return {v.x(), v.y(), v.z()}; }
inline Jet dot(const JetVec& a, const JetVec& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
inline JetVec operator+(const JetVec& a, const JetVec& b) {
  return {a[0] + b[0], a[1] + b[1], a[2] + b[2]};
}
inline JetVec operator-(const JetVec& a, const JetVec& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
inline JetVec operator*(const Jet& s, const JetVec& v) { return {s * v[0], s * v[1], s * v[2]}; }
inline JetVec operator*(const JetMat& m, const JetVec& v) {
  return {dot(m[0], v), dot(m[1], v), dot(m[2], v)};
}
inline JetVec transpose_times(const JetMat& m, const JetVec& v) {
  return v[0] * m[0] + v[1] * m[1] + v[2] * m[2];
}

}  // namespace graze::test
