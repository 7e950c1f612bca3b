// SPDX-License-Identifier: MIT
// A closed, oriented surface with its topology; and exactly what is wrong where a mesh is not one.
//                                                                                     [K3-K6, V1]
#pragma once
#include <graze/base/id.h>
#include <graze/geometry/triangle_mesh.h>

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

namespace graze {

/// How often a defect occurs, and the first few places.
template <typename Place>
struct Defects {
  std::size_t count = 0;
  std::vector<Place> first;  ///< at most kShownDefects, in order of discovery

  bool any() const { return count > 0; }
};
inline constexpr std::size_t kShownDefects = 5;

using VertexPair = std::pair<VertexId, VertexId>;

/// What keeps a mesh from being a closed polyhedron. All of it is decided exactly, on indices and
/// stored coordinates, without a tolerance.
struct ClosednessReport {
  std::size_t triangles = 0;
  Defects<TriangleId> degenerate_triangles;  ///< corners on one line, or a vertex used twice
  Defects<VertexPair> boundary_edges;        ///< with one triangle
  Defects<VertexPair> non_manifold_edges;    ///< with three triangles or more
  Defects<VertexPair> inconsistent_edges;    ///< two triangles that run along it the same way
  Defects<VertexId> pinched_vertices;        ///< whose triangles form more than one ring
  Defects<VertexPair> duplicate_vertices;    ///< used vertices at equal coordinates: weld() them
  int shells = 0;                            ///< connected components
  double volume = 0.0;                       ///< < 0: the mesh is inside out

  /// Closed, manifold, consistently oriented, without degenerate triangles, not empty.
  bool is_closed() const;
  /// Also outward: what ClosedPolyhedron takes.
  bool is_outward() const { return is_closed() && volume > 0.0; }
  /// The defects with counts and first ids in one sentence; "closed" if there is none.
  std::string summary() const;
};

/// O(n log n). Never throws.
ClosednessReport diagnose(const TriangleMesh& mesh);

/// Vertices at exactly equal coordinates become one (0 and -0 are equal); triangles that lose a
/// corner by it are left out, and so are vertices without a triangle. For soups such as STL files.
TriangleMesh weld(const TriangleMesh& mesh);

/// The same surface with every triangle turned over.
TriangleMesh flipped(const TriangleMesh& mesh);

using EdgeId = Id<struct EdgeTag>;        ///< index of an edge in its polyhedron
using PolygonId = Id<struct PolygonTag>;  ///< index of a flat group of triangles

/// An edge between two triangles.
struct PolyhedronEdge {
  std::array<VertexId, 2> vertices;     ///< ascending
  std::array<TriangleId, 2> triangles;  ///< the first runs from vertices[0] to vertices[1]
  bool is_interior = false;             ///< inside a flat polygon: no edge of the solid
};

/// The plane normal . x = offset; unit normal, outward, rounded.
struct Plane {
  Vec3 normal = Vec3::UnitZ();
  double offset = 0.0;

  double height(const Vec3& p) const { return normal.dot(p) - offset; }
};

struct ClosedPolyhedronOptions {
  /// A triangle joins a polygon if its corners are at most this far from the plane of the polygon's
  /// largest triangle, as a part of the mesh's diagonal, and the normals agree; in [0, 0.1]. 0 asks
  /// for exact coplanarity of the stored coordinates. The default allows for the rounding of a
  /// rotated or scaled part; coordinates read from single precision need about 1e-7.
  double coplanar_tolerance = 1e-12;
};

/// A closed outward surface with adjacency. Immutable, cheap to copy, safe to read from every
/// thread.
class ClosedPolyhedron {
 public:
  /// Throws InputError with the report's summary unless diagnose(mesh).is_outward().
  explicit ClosedPolyhedron(TriangleMesh mesh, const ClosedPolyhedronOptions& options = {});

  const TriangleMesh& mesh() const { return data_->mesh; }
  double volume() const { return data_->volume; }

  std::span<const PolyhedronEdge> edges() const { return data_->edges; }
  /// Edge k of a triangle runs from its corner k to corner k + 1.
  const std::array<EdgeId, 3>& edges_of(TriangleId triangle) const {
    return data_->triangle_edges[triangle.index()];
  }
  /// The triangle on the other side of edge k.
  TriangleId neighbour(TriangleId triangle, int k) const;

  std::size_t polygon_count() const { return data_->planes.size(); }
  PolygonId polygon_of(TriangleId triangle) const { return data_->polygons[triangle.index()]; }
  /// Plane of the polygon's largest triangle.
  const Plane& plane(PolygonId polygon) const { return data_->planes[polygon.index()]; }
  const Plane& plane_of(TriangleId triangle) const { return plane(polygon_of(triangle)); }

  /// The triangles around a vertex, counter-clockwise seen from outside; none if it is not used.
  std::span<const TriangleId> ring(VertexId vertex) const;

  /// One vertex of each connected part of the surface.
  std::span<const VertexId> shell_vertices() const { return data_->shell_vertices; }

 private:
  struct Data {
    TriangleMesh mesh;
    double volume = 0.0;
    std::vector<PolyhedronEdge> edges;
    std::vector<std::array<EdgeId, 3>> triangle_edges;
    std::vector<PolygonId> polygons;  // by triangle
    std::vector<Plane> planes;        // by polygon
    std::vector<std::size_t> ring_start;
    std::vector<TriangleId> rings;
    std::vector<VertexId> shell_vertices;
  };
  std::shared_ptr<const Data> data_;
};

}  // namespace graze
