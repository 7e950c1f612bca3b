// SPDX-License-Identifier: MIT
// A surface with triangles no larger than the cells that carry it.
#pragma once
#include "graze/geometry/triangle_mesh.h"

namespace graze::elastic {

/// The same surface with edges of at most `longest`: edges are halved, the same on both sides,
/// until none is longer. The mesh's own vertices come first.
TriangleMesh with_edges_up_to(const TriangleMesh& mesh, double longest);

}  // namespace graze::elastic
