// SPDX-License-Identifier: MIT
// Fragments of all triangles of a view, column by column.
#pragma once
#include "methods/volume/images.h"

namespace graze::volume {

/// Fills records and fragments from the bodies' candidates; columns are not yet sorted.
void rasterise(ViewImages& images);

}  // namespace graze::volume
