// SPDX-License-Identifier: MIT
// Fragments of all triangles of a view, column by column.
#pragma once
#include "detect/layered_depth/images.h"

namespace graze::layered_depth {

/// Fills records and fragments from the bodies' candidates; columns are not yet sorted.
void rasterise(ViewImages& images);

}  // namespace graze::layered_depth
