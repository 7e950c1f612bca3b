// SPDX-License-Identifier: MIT
#include "methods/linear/feature_pairs.h"

namespace graze::linear {

Contact contact_of(const FeaturePair& pair, const LinearContact& touch) {
  const bool swap = pair.is_swapped;
  Contact contact;
  contact.point_a = swap ? touch.point_b : touch.point_a;
  contact.point_b = swap ? touch.point_a : touch.point_b;
  contact.point = 0.5 * (contact.point_a + contact.point_b);
  contact.normal = swap ? Vec3(-touch.normal) : touch.normal;
  contact.distance = touch.distance;
  contact.feature_a = swap ? pair.second : pair.first;
  contact.feature_b = swap ? pair.first : pair.second;
  return contact;
}

Feature vertex_feature(const MeshFeatures& mesh, std::uint32_t item) {
  const MeshVertex& v = mesh.vertices[item];
  return {FeatureKind::kVertex, TriangleId(v.triangle), {v.vertex, 0}};
}

Feature edge_feature(const MeshFeatures& mesh, std::uint32_t item) {
  const MeshEdge& edge = mesh.edges[item];
  return {FeatureKind::kEdge, TriangleId(edge.triangle), {edge.ends[0], edge.ends[1]}};
}

Feature face_feature(std::uint32_t face) { return {FeatureKind::kFace, TriangleId(face), {0, 0}}; }

bool has_corner(const Triangle& face, std::uint32_t vertex) {
  return face[0] == vertex || face[1] == vertex || face[2] == vertex;
}

bool share_end(const MeshEdge& a, const MeshEdge& b) {
  return a.ends[0] == b.ends[0] || a.ends[0] == b.ends[1] || a.ends[1] == b.ends[0] ||
         a.ends[1] == b.ends[1];
}

}  // namespace graze::linear
