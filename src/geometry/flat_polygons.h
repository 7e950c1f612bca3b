// SPDX-License-Identifier: MIT
// Neighbouring triangles in one plane, put together.                                          [K6]
#pragma once
#include <vector>

#include "graze/geometry/closed_polyhedron.h"

namespace graze {

struct FlatPolygons {
  std::vector<PolygonId> polygon_of;  ///< by triangle
  std::vector<Plane> planes;          ///< by polygon
};

/// Grows polygons from the largest triangles down, over neighbours whose corners are within
/// `tolerance` (a length) of the first triangle's plane and that face the same way. 0: exactly
/// coplanar. `neighbours[t][k]` is the triangle across edge k.
FlatPolygons find_flat_polygons(const TriangleMesh& mesh,
                                const std::vector<std::array<TriangleId, 3>>& neighbours,
                                double tolerance);

}  // namespace graze
