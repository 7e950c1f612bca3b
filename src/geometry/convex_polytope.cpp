// SPDX-License-Identifier: MIT
#include "graze/geometry/convex_polytope.h"

#include <cmath>
#include <numeric>

#include "graze/base/error.h"
#include "graze/geometry/closed_polyhedron.h"

namespace graze {
namespace {
constexpr double kOneNormal = 1e-12;  // normals nearer than this are one

/// Twice the area along the outward normal.
Vec3 area_of(const TriangleMesh& mesh, std::size_t triangle) {
  const auto c = mesh.corners(triangle);
  return (c[1] - c[0]).cross(c[2] - c[0]);
}

std::uint32_t opposite(const Triangle& triangle, const PolyhedronEdge& edge) {
  for (const std::uint32_t v : triangle)
    if (v != edge.vertices[0].value && v != edge.vertices[1].value) return v;
  return triangle[0];
}

void check_convex(const ClosedPolyhedron& solid, const std::vector<Vec3>& normals) {
  const TriangleMesh& mesh = solid.mesh();
  const double most = 1e-9 * (mesh.bounds().hi - mesh.bounds().lo).norm();
  if (solid.shell_vertices().size() != 1)
    throw InputError({"mesh", "several surfaces", "one convex surface", "take its hull instead"});
  for (const PolyhedronEdge& edge : solid.edges())
    for (std::size_t side = 0; side < 2; ++side) {
      const std::size_t below = edge.triangles[side].index(),
                        other = edge.triangles[1 - side].index();
      const Vec3 tip = mesh.vertices()[opposite(mesh.triangles()[other], edge)];
      const double height = normals[below].dot(tip - mesh.corners(below)[0]);
      if (height > most)
        throw InputError({"mesh",
                          "triangle " + std::to_string(other) +
                              " above the plane of its neighbour " + std::to_string(below),
                          "a convex surface", "take its hull or a k-DOP instead"});
    }
}

/// Union of triangles across edges at which the normals agree.
class FaceGroups {
 public:
  explicit FaceGroups(std::size_t count) : parent_(count) {
    std::iota(parent_.begin(), parent_.end(), std::size_t{0});
  }
  std::size_t root(std::size_t k) {
    while (parent_[k] != k) k = parent_[k] = parent_[parent_[k]];
    return k;
  }
  void join(std::size_t a, std::size_t b) { parent_[root(b)] = root(a); }

 private:
  std::vector<std::size_t> parent_;
};
}  // namespace

ConvexPolytope::ConvexPolytope(const TriangleMesh& mesh) {
  const ClosedPolyhedron solid(mesh);
  const std::size_t count = mesh.triangles().size();
  std::vector<Vec3> areas(count), normals(count);
  for (std::size_t k = 0; k < count; ++k) {
    areas[k] = area_of(mesh, k);
    normals[k] = areas[k].stableNormalized();
  }
  check_convex(solid, normals);
  FaceGroups groups(count);
  for (const PolyhedronEdge& edge : solid.edges()) {
    const std::size_t a = edge.triangles[0].index(), b = edge.triangles[1].index();
    if ((normals[a] - normals[b]).norm() < kOneNormal) groups.join(a, b);
  }
  auto data = std::make_shared<Data>();
  data->mesh = mesh;
  std::vector<std::uint32_t> face_of(count, ~0u);  // by root
  for (std::size_t k = 0; k < count; ++k) {
    std::uint32_t& face = face_of[groups.root(k)];
    if (face == ~0u) {
      face = static_cast<std::uint32_t>(data->faces.size());
      data->faces.push_back({normals[k], TriangleId(k)});
    } else if (areas[k].squaredNorm() > areas[data->faces[face].triangle.index()].squaredNorm()) {
      data->faces[face] = {normals[k], TriangleId(k)};
    }
  }
  for (const PolyhedronEdge& edge : solid.edges()) {
    const std::uint32_t f0 = face_of[groups.root(edge.triangles[0].index())],
                        f1 = face_of[groups.root(edge.triangles[1].index())];
    if (f0 == f1) continue;
    // The first triangle runs along the edge: outside of a convex edge its normal turns to the
    // second's about the edge's direction.
    data->edges.push_back(
        {{edge.vertices[0].value, edge.vertices[1].value}, {f0, f1}, edge.triangles[0]});
  }
  data_ = std::move(data);
}

}  // namespace graze
