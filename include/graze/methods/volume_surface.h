// SPDX-License-Identifier: MIT
// A triangle surface made ready for depth images: boxes for culling, refitted when vertices move.
//                                                                                            [V1]
#pragma once
#include <graze/geometry/triangle_mesh.h>

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace graze {

/// Cheap to copy; copies never see each other's changes. Safe to read from every thread.
class DepthSurface {
 public:
  DepthSurface();  ///< no triangles

  /// Sorts the triangles into a tree of boxes and checks whether every edge is matched. O(n log n).
  explicit DepthSurface(const TriangleMesh& mesh);

  /// The same triangles with other positions, one for each vertex: boxes are refitted, O(n), and
  /// memory is kept where no copy shares it. Throws InputError for a wrong count or a position that
  /// is not finite.
  void move_vertices(std::vector<Vec3> positions);
  /// The same, reading the new positions from the caller's memory.
  void move_vertices(std::span<const Vec3> positions);

  /// Every edge is used as often in one direction as in the other: then each column crosses the
  /// surface a balanced number of times. Decided on indices: it holds however vertices move.
  bool is_closed() const { return topology_->is_closed; }
  std::span<const Vec3> vertices() const { return placement_->positions; }
  /// In the order of the mesh.
  std::span<const Triangle> triangles() const { return topology_->triangles; }
  const Aabb& bounds() const { return placement_->bounds; }

  /// For the culling: nodes depth first. The left child of an inner node follows it; `skip` is the
  /// node after its whole subtree.
  struct Node {
    std::uint32_t skip = 0;
    std::uint32_t first = 0;         ///< leaf: place of its first triangle in `order()`
    std::uint32_t count = 0;         ///< leaf: how many; inner: 0
    std::uint32_t first_vertex = 0;  ///< leaf: place of its first vertex in `leaf_vertices()`
    std::uint32_t vertex_count = 0;
  };
  static constexpr std::size_t kMostLeafVertices = 192;
  std::span<const Node> nodes() const { return topology_->nodes; }
  std::span<const Aabb> boxes() const { return placement_->boxes; }
  std::span<const std::uint32_t> order() const { return topology_->order; }
  /// Of each leaf, each once.
  std::span<const std::uint32_t> leaf_vertices() const { return topology_->leaf_vertices; }
  /// Of each triangle in `order()`: places of its corners among its leaf's vertices.
  using LeafCorners = std::array<std::uint8_t, 3>;
  std::span<const LeafCorners> leaf_corners() const { return topology_->leaf_corners; }

 private:
  struct Topology {
    std::vector<Triangle> triangles;
    std::vector<std::uint32_t> order;
    std::vector<Node> nodes;
    std::vector<std::uint32_t> leaf_vertices;
    std::vector<LeafCorners> leaf_corners;
    bool is_closed = true;
  };
  struct Placement {
    std::vector<Vec3> positions;
    std::vector<Aabb> boxes;
    Aabb bounds;
  };
  Placement& own_placement();
  void refit();

  std::shared_ptr<const Topology> topology_;
  std::shared_ptr<Placement> placement_;
};

}  // namespace graze
