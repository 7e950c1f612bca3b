// SPDX-License-Identifier: MIT
// Vertices, edges and faces of a deforming mesh, each once, with their trees.
#pragma once
#include <span>
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
  std::span<const Triangle> triangles;  ///< what spans see outlives the features
  std::span<const Vec3> start, end;     ///< vertices at t = 0 and 1
  std::vector<MeshVertex> vertices;     ///< those that triangles use
  std::vector<MeshEdge> edges;
  BoxTree vertex_tree;  ///< items: indices of `vertices`
  BoxTree edge_tree;
  BoxTree face_tree;  ///< items: triangles
};

/// Boxes are grown by `margin`, outward: pairs nearer than twice of it overlap.
MeshFeatures features_of(const LinearMesh& mesh, double margin);

/// The same features on another way: trees keep their order.
void move(MeshFeatures& features, std::span<const Vec3> start, std::span<const Vec3> end,
          double margin);

std::array<Vec3, 3> corners_at_start(const MeshFeatures& features, std::uint32_t face);

/// The query of vertex `vertex` of a against triangle `face` of b, and of two edges.
LinearQuery vertex_face_query(const MeshFeatures& a, std::uint32_t vertex, const MeshFeatures& b,
                              std::uint32_t face);
LinearQuery edge_edge_query(const MeshFeatures& a, std::uint32_t edge_a, const MeshFeatures& b,
                            std::uint32_t edge_b);

}  // namespace graze::linear
