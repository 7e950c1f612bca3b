// SPDX-License-Identifier: MIT
// Exact vectors over GMP rationals: the oracle of geometric tests.
#pragma once
#include <gmpxx.h>

#include "graze/math/vec.h"

namespace graze::test {

struct RationalVec3 {
  mpq_class x[3];
  const mpq_class& operator[](int k) const { return x[k]; }
};

inline RationalVec3 exactly(const Vec3& v) {
  return {{mpq_class(v.x()), mpq_class(v.y()), mpq_class(v.z())}};
}

inline RationalVec3 operator-(const RationalVec3& a, const RationalVec3& b) {
  return {{a[0] - b[0], a[1] - b[1], a[2] - b[2]}};
}

inline RationalVec3 operator+(const RationalVec3& a, const RationalVec3& b) {
  return {{a[0] + b[0], a[1] + b[1], a[2] + b[2]}};
}

inline RationalVec3 operator*(const mpq_class& s, const RationalVec3& a) {
  return {{s * a[0], s * a[1], s * a[2]}};
}

inline mpq_class dot(const RationalVec3& a, const RationalVec3& b) {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

inline RationalVec3 cross(const RationalVec3& a, const RationalVec3& b) {
  return {{a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]}};
}

/// Square root of a rational >= 0, correct to about 200 bits, then rounded to double.
inline double root(const mpq_class& square) {
  mpf_class wide(square, 400);
  return mpf_class(sqrt(wide)).get_d();
}

}  // namespace graze::test
