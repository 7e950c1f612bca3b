// SPDX-License-Identifier: MIT
// Question   Where is b in a's frame during a time interval?                               [C2, C4]
// Source     Redon, Kheddar, Coquillart 2002, section 3.2, equations (5) and (6).
// Guarantee  The enclosure holds for every t of the span, rounding included.
// Changed    In a's frame instead of the world's, so that the fixed axes of a's boxes have no
//            width; about a reference point of each body, so that rotations act on short levers; as
//            middle and radius, which box tests use faster than lower and upper bounds.
#include "methods/bisection/relative_enclosure.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "graze/math/interval_pose.h"

namespace graze::bisection {
namespace {
/// At least the distance from `middle` to either end.
double radius_about(double middle, const Interval& interval) {
  return round_up_sum(std::max(interval.hi - middle, middle - interval.lo));
}
}  // namespace

std::size_t RelativeMotion::SpanHash::operator()(const Interval& span) const {
  const std::uint64_t lo = std::bit_cast<std::uint64_t>(span.lo) * 0x9e3779b97f4a7c15u;
  const std::uint64_t hi = std::bit_cast<std::uint64_t>(span.hi) * 0xc2b2ae3d27d4eb4fu;
  return static_cast<std::size_t>((lo ^ (lo >> 29)) + (hi ^ (hi >> 31)));
}

RelativeEnclosure RelativeMotion::enclose(const Interval& span) const {
  const IntervalMat3 a_from_world = transpose(enclose_pose(a_, span).rotation);
  const IntervalMat3 rotation = a_from_world * enclose_pose(b_, span).rotation;
  const IntervalVec3 position = a_from_world * (enclose_point(b_, span, reference_b_) -
                                                enclose_point(a_, span, reference_a_));
  RelativeEnclosure result;
  double turn_sq = 0.0;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      const Interval entry(std::max(rotation(i, j).lo, -1.0), std::min(rotation(i, j).hi, 1.0));
      result.rotation(i, j) = entry.middle();
      result.rotation_radius(i, j) = radius_about(entry.middle(), entry);
      turn_sq += result.rotation_radius(i, j) * result.rotation_radius(i, j);
    }
    result.position[i] = position[i].middle();
    result.position_radius[i] = radius_about(result.position[i], position[i]);
  }
  result.turn = std::sqrt(turn_sq) * (1.0 + 1e-14) + 1e-300;  // Frobenius >= spectral norm
  return result;
}

const RelativeEnclosure& RelativeMotion::over(const Interval& span) {
  const auto found = known_.find(span);
  if (found != known_.end()) return found->second;
  ++enclosures_;
  return known_.emplace(span, enclose(span)).first->second;
}

void RelativeMotion::forget_if_many() {
  if (known_.size() > 100'000) known_.clear();
}

}  // namespace graze::bisection
