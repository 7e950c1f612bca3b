// SPDX-License-Identifier: MIT
// Pairs of features of two meshes, or of one with itself, that may touch.
#pragma once
#include "methods/linear/box_tree_traversal.h"
#include "methods/linear/mesh_features.h"

namespace graze::linear {

/// Which features meet which.
enum class Sweep { kVertexOfA, kVertexOfB, kEdges };

/// All pairs of features below a pair of nodes.
struct SearchPart {
  Sweep sweep;
  NodePair nodes;
};

/// A pair of features, the first of which is of mesh b if `is_swapped`.
struct FeaturePair {
  LinearQuery query;
  Feature first;
  Feature second;
  bool is_swapped = false;
};

Contact contact_of(const FeaturePair& pair, const LinearContact& touch);

Feature vertex_feature(const MeshFeatures& mesh, std::uint32_t item);
Feature edge_feature(const MeshFeatures& mesh, std::uint32_t item);
Feature face_feature(std::uint32_t face);
bool has_corner(const Triangle& face, std::uint32_t vertex);
bool share_end(const MeshEdge& a, const MeshEdge& b);

/// Calls visit(pair) for the pairs of a part whose boxes overlap before until(); stops when it
/// returns false. Of one mesh (the same object twice) those that share a vertex are left out.
/// Returns the number of pairs of boxes tested.
template <typename Until, typename Visit>
std::uint64_t for_each_feature_pair(const MeshFeatures& a, const MeshFeatures& b,
                                    const SearchPart& part, Until until, Visit visit) {
  const bool is_self = &a == &b;
  if (part.sweep == Sweep::kEdges) {
    return for_each_overlap(
        a.edge_tree, b.edge_tree, part.nodes, until, [&](std::uint32_t i, std::uint32_t k) {
          if (is_self && share_end(a.edges[i], b.edges[k])) return true;
          return visit(
              FeaturePair{edge_edge_query(a, i, b, k), edge_feature(a, i), edge_feature(b, k)});
        });
  }
  const bool is_swapped = part.sweep == Sweep::kVertexOfB;
  const MeshFeatures& points = is_swapped ? b : a;
  const MeshFeatures& faces = is_swapped ? a : b;
  return for_each_overlap(
      points.vertex_tree, faces.face_tree, part.nodes, until,
      [&](std::uint32_t item, std::uint32_t face) {
        const std::uint32_t vertex = points.vertices[item].vertex;
        if (is_self && has_corner(faces.triangles[face], vertex)) return true;
        return visit(FeaturePair{vertex_face_query(points, vertex, faces, face),
                                 vertex_feature(points, item), face_feature(face), is_swapped});
      });
}

}  // namespace graze::linear
