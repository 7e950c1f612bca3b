// SPDX-License-Identifier: MIT
// Is a shell of one body inside the other although nothing crosses?                           [K8]
#pragma once
#include "methods/backtracking/placement.h"

namespace graze::backtracking {

/// For solids none of whose edges cross the other's faces at the placement's instant: then a shell
/// is inside or outside as a whole.
bool one_is_inside(const Placement& placement);

}  // namespace graze::backtracking
