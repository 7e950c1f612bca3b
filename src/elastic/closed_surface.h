// SPDX-License-Identifier: MIT
// Surfaces that can bound a soft body.
#pragma once
#include "graze/geometry/closure.h"

namespace graze::elastic {

/// Throws InputError for a surface that encloses nothing.
void refuse_open_surface(const TriangleMesh& surface);

}  // namespace graze::elastic
