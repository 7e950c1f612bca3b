// SPDX-License-Identifier: MIT
// Inside, on or outside a closed mesh, exactly.                                          [K5, V1]
#pragma once
#include <graze/geometry/triangle_mesh.h>

namespace graze {

enum class PointPlace { kOutside, kOnSurface, kInside };

/// Where `point` lies with respect to a closed, consistently oriented mesh. Exact for the stored
/// coordinates in the range of exact_predicates.h: signs of determinants only, no tolerance, no
/// chosen direction that could hit an edge. Inside is where the winding number is not 0, so that
/// overlapping shells count once and an inward shell makes a hollow. O(n) a point; a mesh that is
/// not closed gives an answer of no meaning.
PointPlace place_of(const Vec3& point, const TriangleMesh& mesh);

/// kInside or kOnSurface.
bool is_inside(const Vec3& point, const TriangleMesh& mesh);

/// How often the surface winds around the point: 1 inside an outward surface, 0 outside. The point
/// must not be on the surface.
int winding_number(const Vec3& point, const TriangleMesh& mesh);

}  // namespace graze
