// SPDX-License-Identifier: MIT
// Products of vectors in a stated order of operations: their error bounds and equal bits rest on
// it.
#pragma once
#include <graze/math/vec.h>

namespace graze {

inline Vec3 crossed(const Vec3& a, const Vec3& b) {
  return {a.y() * b.z() - a.z() * b.y(), a.z() * b.x() - a.x() * b.z(),
          a.x() * b.y() - a.y() * b.x()};
}

inline double dot_of(const Vec3& a, const Vec3& b) {
  return (a.x() * b.x() + a.y() * b.y()) + a.z() * b.z();
}

}  // namespace graze
