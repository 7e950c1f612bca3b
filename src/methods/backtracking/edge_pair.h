// SPDX-License-Identifier: MIT
// Two edges near each other: distance, normal, and whether they can be a contact at all.       [K6]
#pragma once
#include <cmath>

#include "graze/geometry/triangle_distance.h"
#include "methods/backtracking/placement.h"

namespace graze::backtracking {

struct EdgePair {
  SegmentDistance nearest;     ///< point_a on the edge of `side`, point_b on the other
  Vec3 normal = Vec3::Zero();  ///< across both edges, out of the body of `side`; unit or zero
  /// The plane through the point along both edges has one solid on each side of it. Where it has
  /// not, the edges cross somewhere inside an overlap, and moving them apart frees nothing.
  bool can_touch = false;

  double distance() const { return std::sqrt(nearest.distance_sq); }
};

EdgePair edge_pair(Placement& placement, Side side, EdgeId edge, EdgeId facing_edge);

}  // namespace graze::backtracking
