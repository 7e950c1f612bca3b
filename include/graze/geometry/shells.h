// SPDX-License-Identifier: MIT
// The connected parts of a surface.                                                   [K8, O3, G3]
#pragma once
#include <graze/geometry/triangle_mesh.h>

#include <vector>

namespace graze {

/// One vertex of each connected part of the surface, in order of their first triangles. Vertices at
/// exactly equal coordinates count as one, so that a soup has the parts it looks to have. A part
/// that does not meet another body's surface is inside or outside that body as a whole. O(n log n).
std::vector<Vec3> shell_points(const TriangleMesh& mesh);

}  // namespace graze
