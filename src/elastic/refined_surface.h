// SPDX-License-Identifier: MIT
// A surface with triangles as small as what carries them.
#pragma once
#include "graze/geometry/triangle_mesh.h"

namespace graze::elastic {

/// The same surface with edges of at most `longest`: edges are halved, the same on both sides,
/// until none is longer. First come the vertices of the mesh.
TriangleMesh with_edges_up_to(const TriangleMesh& mesh, double longest);

}  // namespace graze::elastic
