// SPDX-License-Identifier: MIT
// The same fragments as rasterise.h, from compute shaders.                                   [V6]
#pragma once
#include "methods/volume/images.h"

namespace graze::volume {

/// As rasterise(): the coverage is the same exactly, depths are the same where the driver's doubles
/// are IEEE's. opengl_obstacle() must be empty.
void rasterise_by_opengl(ViewImages& images);

}  // namespace graze::volume
