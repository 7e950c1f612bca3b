// SPDX-License-Identifier: MIT
// Enclosures of vectors, matrices and poses.                                                  [C2]
#pragma once
#include <graze/math/interval_arithmetic.h>
#include <graze/math/pose.h>

namespace graze {

struct IntervalVec3 {
  Interval x, y, z;

  IntervalVec3() = default;
  IntervalVec3(const Interval& x_, const Interval& y_, const Interval& z_) : x(x_), y(y_), z(z_) {}
  IntervalVec3(const Vec3& point) : x(point.x()), y(point.y()), z(point.z()) {}  // NOLINT

  const Interval& operator[](int k) const { return k == 0 ? x : (k == 1 ? y : z); }
  Interval& operator[](int k) { return k == 0 ? x : (k == 1 ? y : z); }
  bool contains(const Vec3& p) const {
    return x.contains(p.x()) && y.contains(p.y()) && z.contains(p.z());
  }
};

struct IntervalMat3 {
  IntervalVec3 rows[3];
};

struct IntervalPose {
  IntervalMat3 rotation;
  IntervalVec3 translation;
};

}  // namespace graze
