// SPDX-License-Identifier: MIT
// Which edges of one solid go through which faces of the other at an instant?                 [K3]
#pragma once
#include <vector>

#include "graze/base/budget.h"
#include "methods/backtracking/placement.h"

namespace graze::backtracking {

/// An edge that goes through a triangle of the other body. Interior edges never do.
struct Crossing {
  Side side = Side::kA;  ///< whose edge
  EdgeId edge;
  TriangleId face;     ///< of the other body
  double at = 0.0;     ///< where on the edge, from its first vertex (0) to its second (1)
  int behind = 0;      ///< which end is behind the face: 0 or 1
  double depth = 0.0;  ///< how far the edge must be moved to be free of this face, about
};

/// All of them, for the instant of the placement; incomplete if the budget runs out. With a cache
/// the trees are entered where the last look ended.
std::vector<Crossing> find_crossings(Placement& placement, BacktrackingCache* cache,
                                     BudgetWatch& watch, Stats& stats);

/// Distance of the edge to the nearest way out of the face: the end that is behind it, or a side of
/// the triangle that is a true edge.
double crossing_depth(Placement& placement, Side side, EdgeId edge, TriangleId face);

}  // namespace graze::backtracking
