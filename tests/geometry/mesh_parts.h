// SPDX-License-Identifier: MIT
// Meshes taken apart and put together again.
#pragma once

#include <graze/geometry/triangle_mesh.h>
#include <graze/math/pose.h>

#include <cstdint>
#include <vector>

namespace graze {
inline std::vector<Vec3> vertices_of(const TriangleMesh& mesh) {
  return {mesh.vertices().begin(), mesh.vertices().end()};
}

inline std::vector<Triangle> triangles_of(const TriangleMesh& mesh) {
  return {mesh.triangles().begin(), mesh.triangles().end()};
}

inline TriangleMesh moved(const TriangleMesh& mesh, const Pose& pose) {
  std::vector<Vec3> vertices = vertices_of(mesh);
  for (Vec3& v : vertices) v = pose * v;
  return TriangleMesh(vertices, triangles_of(mesh));
}

/// Every triangle with three vertices of its own.
inline TriangleMesh soup_of(const TriangleMesh& mesh) {
  std::vector<Vec3> vertices;
  std::vector<Triangle> triangles;
  for (std::uint32_t i = 0; i < mesh.triangles().size(); ++i) {
    for (const Vec3& corner : mesh.corners(i)) vertices.push_back(corner);
    triangles.push_back({3 * i, 3 * i + 1, 3 * i + 2});
  }
  return TriangleMesh(vertices, triangles);
}
}  // namespace graze
