// SPDX-License-Identifier: MIT
// The vertex, edge or face of a mesh that a feature of one of its triangles is.               [C9]
#pragma once
#include "graze/contact/contact_report.h"
#include "graze/geometry/triangle_distance.h"
#include "graze/geometry/triangle_mesh.h"

namespace graze {

/// Vertices of an edge in ascending order, whichever triangle it was found on.
Feature mesh_feature(const TriangleMesh& mesh, std::uint32_t triangle, const TriangleFeature& part);

}  // namespace graze
