// SPDX-License-Identifier: MIT
// Triangles that are near each other at one instant.                                          [C9]
#pragma once
#include <vector>

#include "graze/base/budget.h"
#include "graze/contact/contact_report.h"
#include "methods/bisection/tree_pair.h"

namespace graze::bisection {

struct NearTriangles {
  std::uint32_t triangle_a = 0;
  std::uint32_t triangle_b = 0;
  Interval distance;  ///< at the instant that was looked at; not set elsewhere
};

/// Every pair of triangles that may be as near as `limit` at time t, in the order of ids: those
/// whose distance.lo is not above it. If the budget runs out the list is incomplete.
std::vector<NearTriangles> near_triangles(TreePair& pair, double t, double limit,
                                          BudgetWatch& watch, Stats& stats);

/// How far two triangles are apart at t: negative where they intersect, by the least translation
/// that separates them, up to rounding.
double signed_distance_at(TreePair& pair, const NearTriangles& triangles, double t);

}  // namespace graze::bisection
