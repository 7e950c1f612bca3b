// SPDX-License-Identifier: MIT
// Are two solids in touch at an instant, whether or not anything crosses?                     [K8]
#pragma once
#include "graze/base/budget.h"
#include "methods/backtracking/placement.h"

namespace graze::backtracking {

/// Two of their triangles are at most `distance` apart at the placement's instant, up to rounding.
bool come_within(double distance, Placement& placement, BudgetWatch& watch, Stats& stats);

}  // namespace graze::backtracking
