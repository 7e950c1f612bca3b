// SPDX-License-Identifier: MIT
// What marks a contact: a ball and an arrow.
#pragma once
#include "graze/geometry/triangle_mesh.h"

namespace graze::io {

TriangleMesh ball_mesh();   ///< radius 1 about the origin
TriangleMesh arrow_mesh();  ///< from the origin to (0, 0, 1)

/// One triangle twice, moved by `lift` to either side, so that it shows on top of its surface.
TriangleMesh lifted_triangle(const TriangleMesh& mesh, std::size_t triangle, double lift);

}  // namespace graze::io
