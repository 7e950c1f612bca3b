// SPDX-License-Identifier: MIT
// Do two boxes at rest overlap?                                                               [K3]
#pragma once
#include "graze/geometry/box.h"
#include "graze/math/pose.h"

namespace graze::backtracking {

/// False only if one of the 15 axes separates the boxes by more than rounding.
bool may_overlap(const Box& a, const Box& b, const Pose& a_from_b);

}  // namespace graze::backtracking
