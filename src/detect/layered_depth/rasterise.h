// SPDX-License-Identifier: MIT
// Fragments of all triangles of a view, column by column.
#pragma once
#include "detect/layered_depth/images.h"

namespace graze::layered_depth {

/// Fills records, start and fragments from the bodies' candidates. Fragments outside of a body's
/// kept range are left out, the others sorted.
void rasterise(ViewImages& images);

/// The last step alone, for fragments that come from elsewhere.
void keep_and_sort(ViewImages& images);

}  // namespace graze::layered_depth
