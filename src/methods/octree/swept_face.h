// SPDX-License-Identifier: MIT
// A face during a step, and whether two of them may touch.
#pragma once
#include <optional>

#include "graze/geometry/exact_predicates.h"
#include "graze/methods/octree.h"

namespace graze::octree {

/// Corners in the world at both ends; in between they leave the straight lines by at most `reach`.
struct SweptFace {
  Corners begin;
  Corners end;
  double reach = 0.0;  ///< bulge, padding and rounding
  Aabb box;            ///< of all points during the step
};

/// Of a body with triangles `begin_mesh` and `end_mesh` (the same for a rigid one).
SweptFace swept_face(const SweptBody& body, std::size_t triangle);

/// The share of the step before which the faces surely stay farther than `margin` apart; nothing
/// if they do so for all of it.
std::optional<double> earliest_touch(const SweptFace& a, const SweptFace& b, double margin);

/// The paper's test: hulls of the corners at both ends, edges of one through faces of the other.
bool hulls_cross_as_printed(const SweptFace& a, const SweptFace& b);

/// One or the other; nothing if the faces stay apart.
std::optional<double> compare_faces(const SweptFace& a, const SweptFace& b,
                                    const OctreeSweepOptions& options);

}  // namespace graze::octree
