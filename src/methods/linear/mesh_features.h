// SPDX-License-Identifier: MIT
// Vertices, edges and faces of a deforming mesh, each once, with their trees.
#pragma once
#include <vector>

#include "graze/methods/linear.h"
#include "methods/linear/box_tree.h"

namespace graze::linear {

struct MeshEdge {
  std::uint32_t ends[2];   ///< ascending
  std::uint32_t triangle;  ///< the first that has it
};

struct MeshVertex {
  std::uint32_t vertex;
  std::uint32_t triangle;
};

struct MeshFeatures {
  const LinearMesh* mesh = nullptr;  ///< outlives the features
  std::vector<MeshVertex> vertices;  ///< those that triangles use
  std::vector<MeshEdge> edges;
  BoxTree vertex_tree;  ///< items: indices of `vertices`
  BoxTree edge_tree;
  BoxTree face_tree;  ///< items: triangles
};

/// Boxes are grown by `margin`, outward: pairs nearer than twice of it overlap.
MeshFeatures features_of(const LinearMesh& mesh, double margin);

/// The query of vertex `vertex` of a against triangle `face` of b, and of two edges.
LinearQuery vertex_face_query(const MeshFeatures& a, std::uint32_t vertex, const MeshFeatures& b,
                              std::uint32_t face);
LinearQuery edge_edge_query(const MeshFeatures& a, std::uint32_t edge_a, const MeshFeatures& b,
                            std::uint32_t edge_b);

}  // namespace graze::linear
