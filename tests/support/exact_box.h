// SPDX-License-Identifier: MIT
// Oracle in rational arithmetic: is a point in the real set that stored numbers denote?
#pragma once
#include <gmpxx.h>

#include <array>

#include "graze/geometry/box.h"

namespace graze::test {

using ExactVec3 = std::array<mpq_class, 3>;

inline ExactVec3 exact(const Vec3& v) {
  return {mpq_class(v.x()), mpq_class(v.y()), mpq_class(v.z())};
}

inline mpq_class determinant(const ExactVec3& a, const ExactVec3& b, const ExactVec3& c) {
  return a[0] * (b[1] * c[2] - b[2] * c[1]) - b[0] * (a[1] * c[2] - a[2] * c[1]) +
         c[0] * (a[1] * b[2] - a[2] * b[1]);
}

/// p in { centre + axes s : |s_k| <= half_size_k }, by Cramer's rule.
inline bool contains_exactly(const ExactVec3& centre, const std::array<ExactVec3, 3>& axes,
                             const ExactVec3& half_size, const ExactVec3& p) {
  const ExactVec3 d = {p[0] - centre[0], p[1] - centre[1], p[2] - centre[2]};
  const mpq_class whole = determinant(axes[0], axes[1], axes[2]);
  for (std::size_t k = 0; k < 3; ++k) {
    std::array<ExactVec3, 3> columns = axes;
    columns[k] = d;
    if (abs(determinant(columns[0], columns[1], columns[2])) > half_size[k] * abs(whole))
      return false;
  }
  return true;
}

inline bool contains_exactly(const Box& box, const Vec3& p) {
  return contains_exactly(exact(box.centre),
                          {exact(box.axes.col(0)), exact(box.axes.col(1)), exact(box.axes.col(2))},
                          exact(box.half_size), exact(p));
}

}  // namespace graze::test
