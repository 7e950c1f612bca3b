// SPDX-License-Identifier: MIT
// A box as a lane of a wide node.                                                             [C3]
#pragma once
#include "graze/spatial/wide_obb_tree.h"

namespace graze {

/// An empty lane.
void clear_lane(WideObbNode& wide, int lane);

/// Centre, axes, half sizes and radius of a lane whose set contains the box.
void fill_lane(WideObbNode& wide, int lane, const Box& box, const Vec3& origin);

}  // namespace graze
