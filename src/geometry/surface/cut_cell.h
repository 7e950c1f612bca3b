// SPDX-License-Identifier: MIT
// Cells at the edge of a trimmed face, without most of what the loops leave out.              [C10]
#pragma once
#include "graze/geometry/surface_cell.h"
#include "graze/geometry/trim_loops.h"

namespace graze::surface {

/// For a cell that loops run through: cuts off what lies on one side of them, if nothing of the
/// face is there, and shrinks the region where that helps. `region` is then the part of it that is
/// left, and a cell without points has a count of 0.
void cut_along_loops(const TrimLoops& loops, SurfaceCell& cell);

}  // namespace graze::surface
