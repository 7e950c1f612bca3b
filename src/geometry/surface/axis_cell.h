// SPDX-License-Identifier: MIT
// Cells that go far around the axis of a face of revolution.                                  [C10]
#pragma once
#include "graze/geometry/surface_patch.h"

namespace graze::surface {

/// Chords of a circle are poor where the cell goes around the axis: at the pole of a sphere, the
/// tip of a cone, the centre of a disc. Takes the square about the largest circle instead, and half
/// the cell's height for slack, if that is less. The corners are then not points of the face.
void flatten_about_axis(const RevolutionPatch& patch, SurfaceCell& cell);

}  // namespace graze::surface
