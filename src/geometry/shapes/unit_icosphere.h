// SPDX-License-Identifier: MIT
#pragma once
#include "graze/geometry/triangle_mesh.h"

namespace graze::shapes {

/// 20 k^2 triangles with vertices on the unit sphere (up to rounding), k >= 1 nearest to
/// `triangles`.
TriangleMesh unit_icosphere(double triangles);

}  // namespace graze::shapes
