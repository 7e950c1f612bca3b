// SPDX-License-Identifier: MIT
// Along which normal does a vertex touch a face, or the edge or corner it happens to meet?    [K5]
#pragma once
#include "graze/contact/contact_report.h"
#include "methods/backtracking/placement.h"

namespace graze::backtracking {

struct VertexNormal {
  Vec3 normal = Vec3::Zero();  ///< unit, out of the vertex' body
  Feature facing;              ///< face, edge or vertex of the other body
  /// How far the vertex' edges or the other body's reach over the plane: the largest sine; 0 for a
  /// contact that is right.
  double violation = 0.0;
};

/// The face's normal, if the vertex' body is in front of it. On an edge or corner of the face
/// (within the tolerance) normals between those of its faces are tried, too.
VertexNormal vertex_normal(Placement& placement, Side side, std::uint32_t vertex, TriangleId face,
                           double tolerance);

}  // namespace graze::backtracking
