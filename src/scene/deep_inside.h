// SPDX-License-Identifier: MIT
// How far do bodies that touch reach into each other?                                      [C9, G1]
#pragma once
#include "graze/base/budget.h"
#include "graze/scene/solidity.h"

namespace graze {

/// Does one body reach deeper into the other, a solid, than `depth` (> 0)?
/// kYes is proved: a point of one surface, or a point that both solids enclose by `depth`, is
/// inside the other with all that is within `depth` of it. kNo is proved as well: no point of one
/// surface is deeper in the other than 1.25 `depth`, and neither is a point of both solids that
/// lies 2.5 `depth` straight below a face. kUnsure: the work or the budget ended before.
Inside find_deep_inside(const PlacedShape& a, const PlacedShape& b, double depth,
                        const Budget& budget);

}  // namespace graze
