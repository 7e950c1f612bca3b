// SPDX-License-Identifier: MIT
// The two triangles of two trees that are nearest to each other at an instant.           [C7, C9]
#pragma once
#include <limits>
#include <optional>

#include "graze/base/budget.h"
#include "graze/methods/certified.h"
#include "methods/certified/box_distance.h"
#include "methods/certified/contacts_at.h"

namespace graze::certified {

/// What is known before the search. Any value is correct; a good one makes it short.
struct NearestHint {
  double limit = std::numeric_limits<double>::infinity();  ///< only what is nearer matters
  std::optional<TrianglePairId> likely = {};  ///< looked at first, such as that of the last instant
};

struct Nearest {
  std::optional<NearPair> pair = {};  ///< none: no pair is nearer than the limit
  double error = 0.0;                 ///< of the pair's distance; 0 if they intersect
  double lower = 0.0;                 ///< proved: no two triangles are nearer, rounding included
};

/// Needs trees that are not empty. Out of budget: `pair` is the nearest seen so far (at least one
/// is looked at), `lower` is still proved.
Nearest nearest_pair(const TreesAtInstant& trees, const NearestHint& hint, BoxDistanceTest test,
                     BudgetWatch& watch, Stats& stats);

}  // namespace graze::certified
