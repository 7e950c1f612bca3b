// SPDX-License-Identifier: MIT
// Vectors of a chosen precision: double first, DoubleDouble where that leaves a question open.
#pragma once
#include <cmath>

#include "graze/math/vec.h"
#include "math/double_double.h"

namespace graze {

/// Relative error of one operation (u in comments).
template <typename Real>
inline constexpr double kRoundoff = 0x1p-53;
template <>
inline constexpr double kRoundoff<DoubleDouble> = DoubleDouble::kRoundoff;

template <typename Real>
struct Vector {
  Real x{}, y{}, z{};
};

template <typename Real>
Vector<Real> operator+(const Vector<Real>& a, const Vector<Real>& b) {
  return {a.x + b.x, a.y + b.y, a.z + b.z};
}
template <typename Real>
Vector<Real> operator-(const Vector<Real>& a, const Vector<Real>& b) {
  return {a.x - b.x, a.y - b.y, a.z - b.z};
}
template <typename Real>
Vector<Real> operator-(const Vector<Real>& a) {
  return {-a.x, -a.y, -a.z};
}
template <typename Real>
Vector<Real> operator*(const Real& s, const Vector<Real>& a) {
  return {s * a.x, s * a.y, s * a.z};
}
template <typename Real>
Real dot(const Vector<Real>& a, const Vector<Real>& b) {
  return a.x * b.x + a.y * b.y + a.z * b.z;
}
template <typename Real>
Vector<Real> cross(const Vector<Real>& a, const Vector<Real>& b) {
  return {a.y * b.z - a.z * b.y, a.z * b.x - a.x * b.z, a.x * b.y - a.y * b.x};
}

/// a - b: one rounding in double, exact in DoubleDouble.
inline void subtract(double a, double b, double& difference) { difference = a - b; }
inline void subtract(double a, double b, DoubleDouble& difference) {
  difference = exact_difference(a, b);
}
template <typename Real>
Vector<Real> difference(const Vec3& a, const Vec3& b) {
  Vector<Real> v;
  subtract(a.x(), b.x(), v.x);
  subtract(a.y(), b.y(), v.y);
  subtract(a.z(), b.z(), v.z);
  return v;
}

template <typename Real>
double largest_coordinate(const Vector<Real>& a) {
  using std::fabs;
  return std::fmax(to_double(fabs(a.x)), std::fmax(to_double(fabs(a.y)), to_double(fabs(a.z))));
}

template <typename Real>
Vec3 rounded(const Vector<Real>& a) {
  return {to_double(a.x), to_double(a.y), to_double(a.z)};
}

}  // namespace graze
