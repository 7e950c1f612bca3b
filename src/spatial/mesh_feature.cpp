// SPDX-License-Identifier: MIT
#include "spatial/mesh_feature.h"

#include <algorithm>

namespace graze {

Feature mesh_feature(const TriangleMesh& mesh, std::uint32_t triangle,
                     const TriangleFeature& part) {
  const Triangle& corners = mesh.triangles()[triangle];
  Feature feature{FeatureKind::kFace, TriangleId{triangle}, {}};
  if (part.kind == TriangleFeature::Kind::kVertex) {
    feature.kind = FeatureKind::kVertex;
    feature.vertices[0] = corners[part.index];
  } else if (part.kind == TriangleFeature::Kind::kEdge) {
    feature.kind = FeatureKind::kEdge;
    const auto ends = std::minmax(corners[part.index], corners[(part.index + 1) % 3]);
    feature.vertices[0] = ends.first;
    feature.vertices[1] = ends.second;
  }
  return feature;
}

}  // namespace graze
