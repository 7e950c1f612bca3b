// SPDX-License-Identifier: MIT
// Layered depth images as pictures.                                                          [V1]
#pragma once
#include <graze/io/png_image.h>
#include <graze/methods/volume.h>

namespace graze {

/// The layers of one view side by side, nearest first: each body in a hue of its own, darker where
/// it is farther away; faces through which the view leaves a body are paler. Columns that overlap
/// are marked in the last tile: red, green or blue for x, y or z, brighter where the overlap is
/// longer.
Picture layer_picture(const DepthImages& images, int axis);

/// What bounds the overlap, seen from an oblique direction as in figure 10 of the paper: pixels of
/// the three views in red, green and blue.
Picture overlap_picture(const DepthImages& images, int size = 640);

}  // namespace graze
