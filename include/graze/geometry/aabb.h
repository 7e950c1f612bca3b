// SPDX-License-Identifier: MIT
// An axis-aligned box.
#pragma once
#include <graze/math/vec.h>

#include <limits>
#include <span>

namespace graze {

/// All points between lo and hi, ends included. A new one is empty (lo > hi) and grows by `add`.
struct Aabb {
  Vec3 lo = Vec3::Constant(std::numeric_limits<double>::infinity());
  Vec3 hi = Vec3::Constant(-std::numeric_limits<double>::infinity());

  bool is_empty() const { return (lo.array() > hi.array()).any(); }
  void add(const Vec3& p) {
    lo = lo.cwiseMin(p);
    hi = hi.cwiseMax(p);
  }
  void add(const Aabb& other) {
    lo = lo.cwiseMin(other.lo);
    hi = hi.cwiseMax(other.hi);
  }
  Vec3 centre() const { return 0.5 * lo + 0.5 * hi; }
  Vec3 size() const { return hi - lo; }
  double diagonal() const { return is_empty() ? 0.0 : size().norm(); }
  bool overlaps(const Aabb& other) const {
    return (lo.array() <= other.hi.array()).all() && (other.lo.array() <= hi.array()).all();
  }
  bool contains(const Vec3& p) const {
    return (lo.array() <= p.array()).all() && (p.array() <= hi.array()).all();
  }
};

Aabb bounds_of(std::span<const Vec3> points);

}  // namespace graze
