// SPDX-License-Identifier: MIT
// Convex polytopes with their Gauss maps: hulls of points, convex meshes, k-DOPs.            [B6]
#pragma once
#include <graze/base/id.h>
#include <graze/geometry/triangle_mesh.h>

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace graze {

/// The convex hull of the stored vertices of a closed surface. The Gauss map has a point for each
/// face (its normal), an arc for each edge (from one normal to the other), and a region for each
/// vertex. Immutable, cheap to copy, safe to read from every thread.
class ConvexPolytope {
 public:
  /// Triangles with one normal, up to 1e-12.
  struct Face {
    Vec3 normal = Vec3::UnitZ();  ///< unit, outward, rounded
    TriangleId triangle;          ///< the largest
  };
  /// Between two faces. Seen along the edge from vertices[0], the arc runs from faces[0] to
  /// faces[1] counter-clockwise: (vertices[1] - vertices[0]) . (normal 0 x normal 1) > 0.
  struct Edge {
    std::array<std::uint32_t, 2> vertices = {};
    std::array<std::uint32_t, 2> faces = {};
    TriangleId triangle;  ///< one of the two that share it
  };

  const TriangleMesh& mesh() const { return data_->mesh; }
  std::span<const Face> faces() const { return data_->faces; }
  std::span<const Edge> edges() const { return data_->edges; }

  /// Throws InputError unless the mesh is one closed outward surface and no vertex of a neighbour
  /// is above a triangle's plane by more than 1e-9 of the diagonal. Vertex and triangle ids stay.
  explicit ConvexPolytope(const TriangleMesh& mesh);

 private:
  struct Data {
    TriangleMesh mesh;
    std::vector<Face> faces;
    std::vector<Edge> edges;
  };
  std::shared_ptr<const Data> data_;
};

/// The hull of points, decided exactly; points inside it are left out. O(n f) for n points and f
/// triangles. Throws InputError if all points lie in one plane.
ConvexPolytope convex_hull(std::span<const Vec3> points);

/// The polytope with faces along k fixed directions around a mesh: 6 (a box), 14 (and its corners
/// cut), 18 (its edges cut) or 26 (both). Contains the mesh; each plane keeps 1e-9 of the diagonal
/// away from it, or up to 3e-5 where edges shorter than 1e-6 were left out. Throws InputError for
/// another k and for a mesh without triangles.
ConvexPolytope k_dop(const TriangleMesh& mesh, int k);

/// The directions of a k-DOP, unit, opposite ones next to each other.
std::vector<Vec3> k_dop_directions(int k);

}  // namespace graze
