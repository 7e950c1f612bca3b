// SPDX-License-Identifier: MIT
// Where b is in a's frame during a time interval, as a middle and a radius.               [C2, C4]
#pragma once
#include <cstdint>
#include <unordered_map>

#include "graze/motion/motion.h"

namespace graze::bisection {

/// For every t of the span a point of b with body coordinates q lies, in a's frame and relative to
/// a's reference point, at R(t) (q - reference point of b) + p(t), with R(t) a rotation within
/// `rotation_radius` (entry by entry) and `turn` (spectral norm) of `rotation`, and p(t) within
/// `position_radius` of `position`. The middle matrix itself need not be a rotation.
struct RelativeEnclosure {
  Mat3 rotation = Mat3::Identity();
  Mat3 rotation_radius = Mat3::Zero();
  double turn = 0.0;
  Vec3 position = Vec3::Zero();
  Vec3 position_radius = Vec3::Zero();
};

/// The relative motion of two bodies. Enclosures are remembered: many box pairs ask about the same
/// time intervals.
class RelativeMotion {
 public:
  RelativeMotion(const Motion& a, const Motion& b, const Vec3& reference_a, const Vec3& reference_b)
      : a_(a), b_(b), reference_a_(reference_a), reference_b_(reference_b) {}

  /// Stays valid until the next `forget_if_many`.
  const RelativeEnclosure& over(const Interval& span);
  const RelativeEnclosure& at(double t) { return over({t, t}); }
  void forget_if_many();

  std::uint64_t enclosures() const { return enclosures_; }  ///< computed so far

 private:
  struct SpanHash {
    std::size_t operator()(const Interval& span) const;
  };
  RelativeEnclosure enclose(const Interval& span) const;

  Motion a_, b_;
  Vec3 reference_a_, reference_b_;
  std::unordered_map<Interval, RelativeEnclosure, SpanHash> known_;
  std::uint64_t enclosures_ = 0;
};

}  // namespace graze::bisection
