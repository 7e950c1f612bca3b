// SPDX-License-Identifier: MIT
// Which vertices and edges of a mesh can bear a contact, and what is around them.            [C11]
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "graze/geometry/triangle_mesh.h"

namespace graze::dynamics {

/// Of any soup; vertices at equal coordinates count as one. Immutable.
class MeshTopology {
 public:
  /// In a solid only edges that stick out bear contacts; of a sheet those that bend either way.
  MeshTopology(const TriangleMesh& mesh, bool is_solid);

  /// The vertex that stands for all at its coordinates.
  std::uint32_t vertex(std::uint32_t v) const { return same_as_[v]; }
  bool bears(std::uint32_t v) const { return bears_[v]; }
  std::span<const std::uint32_t> neighbours(std::uint32_t v) const {
    return std::span(neighbours_)
        .subspan(first_neighbour_[v], first_neighbour_[v + 1] - first_neighbour_[v]);
  }

  struct Edge {
    std::array<std::uint32_t, 2> vertices{};  ///< ascending
    bool bears = false;
    std::uint32_t first_opposite = 0, opposites = 0;
  };
  static constexpr std::uint32_t kNone = 0xffffffffu;
  /// From corner k to corner k + 1 of a triangle; kNone if it has no length.
  std::uint32_t edge_of(std::uint32_t triangle, int k) const { return edges_of_[triangle][k]; }
  const Edge& edge(std::uint32_t e) const { return edges_[e]; }
  std::span<const std::uint32_t> opposites(const Edge& e) const {
    return std::span(opposites_).subspan(e.first_opposite, e.opposites);
  }

 private:
  void weld(const TriangleMesh& mesh);
  void find_edges(const TriangleMesh& mesh);
  void mark_edges(const TriangleMesh& mesh, bool is_solid);
  void find_neighbours(const TriangleMesh& mesh);

  std::vector<std::uint32_t> same_as_;
  std::vector<char> bears_;
  std::vector<std::uint32_t> first_neighbour_, neighbours_;
  std::vector<std::array<std::uint32_t, 3>> edges_of_;
  std::vector<Edge> edges_;
  std::vector<std::uint32_t> opposites_;
  std::vector<std::array<std::uint32_t, 2>> sides_;  // of each edge: two of its triangles
};

}  // namespace graze::dynamics
