// SPDX-License-Identifier: MIT
// A solid as tetrahedra, and the surface that bounds it.                                      [V4]
#pragma once
#include <graze/geometry/triangle_mesh.h>

#include <array>
#include <cstdint>
#include <vector>

namespace graze {

/// Vertex indices; the fourth is on the side from which the first three are clockwise: the volume
/// (b - a) x (c - a) . (d - a) / 6 is positive.
using Tetrahedron = std::array<std::uint32_t, 4>;

struct TetrahedralMesh {
  std::vector<Vec3> vertices;
  std::vector<Tetrahedron> tetrahedra;
};

double volume_of(const TetrahedralMesh& mesh, const Tetrahedron& tetrahedron);

/// Throws InputError at the first vertex that is not finite, index out of range, or tetrahedron
/// without volume; and if some are turned inside out while others are not.
void check(const TetrahedralMesh& mesh);

/// If all tetrahedra are inside out, as some files have them: the mesh with all of them turned.
TetrahedralMesh oriented(TetrahedralMesh mesh);

/// Faces of one tetrahedron alone, looking outward, over all vertices of the mesh. Throws
/// InputError if a face belongs to more than two tetrahedra.
TriangleMesh surface_of(const TetrahedralMesh& mesh);

}  // namespace graze
