// SPDX-License-Identifier: MIT
// A mesh near curved faces.                                                                   [C10]
#pragma once
#include "graze/geometry/triangle_mesh.h"
#include "graze/spatial/surface_tree.h"

namespace graze {

/// Two triangles for each of its cells.
struct NearMesh {
  TriangleMesh mesh;
  double deviation = 0.0;  ///< every point of the faces is within this of the mesh
};
NearMesh mesh_near(const SurfaceTree& tree);

}  // namespace graze
