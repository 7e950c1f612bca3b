// SPDX-License-Identifier: MIT
// Volume, centre and inertia of a solid given by its surface.
#pragma once
#include <graze/geometry/triangle_mesh.h>

namespace graze {

/// Of a solid of density 1, in the frame of the mesh. A body of mass m has inertia * m / volume.
struct MassProperties {
  double volume = 0.0;           ///< > 0 for an outward surface, < 0 for an inward one
  Vec3 centroid = Vec3::Zero();  ///< of the bounds where the volume is 0
  Mat3 inertia = Mat3::Zero();   ///< tensor about the centroid
};

/// Sums over the tetrahedra from the centre of the bounds to each triangle. Exact formulas,
/// rounded: the error is a few units in the last place times the sum of the magnitudes. For a mesh
/// that is not closed the numbers mean little: ask diagnose() first. O(n).
MassProperties mass_properties(const TriangleMesh& mesh);

/// Sum of the triangles' areas, of any mesh.
double surface_area(const TriangleMesh& mesh);

}  // namespace graze
