// SPDX-License-Identifier: MIT
#include "graze/geometry/triangle_mesh.h"

#include <cmath>
#include <utility>

#include "graze/base/error.h"
#include "graze/base/hash.h"

namespace graze {
namespace {
void check_finite(const std::vector<Vec3>& vertices) {
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    if (vertices[i].allFinite()) continue;
    throw InputError({"vertex " + std::to_string(i), "a coordinate that is NaN or infinite",
                      "finite numbers", "repair the mesh"});
  }
}

void check_indices(const std::vector<Triangle>& triangles, std::size_t vertex_count) {
  for (std::size_t i = 0; i < triangles.size(); ++i) {
    for (const std::uint32_t v : triangles[i]) {
      if (v < vertex_count) continue;
      throw InputError({"triangle " + std::to_string(i), "vertex index " + std::to_string(v),
                        "an index below the vertex count " + std::to_string(vertex_count), ""});
    }
  }
}
}  // namespace

TriangleMesh::TriangleMesh() {
  static const auto empty = std::make_shared<const Data>();  // shared by all empty meshes
  data_ = empty;
}

TriangleMesh::TriangleMesh(std::vector<Vec3> vertices, std::vector<Triangle> triangles) {
  check_finite(vertices);
  check_indices(triangles, vertices.size());
  auto data = std::make_shared<Data>();
  data->vertices = std::move(vertices);
  data->triangles = std::move(triangles);
  Hasher hasher;
  for (const Vec3& v : data->vertices) {
    for (int k = 0; k < 3; ++k) hasher.add(v[k]);
  }
  for (const Triangle& t : data->triangles) {
    for (const std::uint32_t v : t) {
      hasher.add(std::uint64_t{v});
      data->bounds.add(data->vertices[v]);
    }
  }
  data->hash = hasher.value();
  data_ = std::move(data);
}

}  // namespace graze
