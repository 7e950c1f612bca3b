// SPDX-License-Identifier: MIT
// Any soup of triangles: it need not be closed, connected or oriented.                        [C3]
#pragma once
#include <graze/geometry/aabb.h>

#include <array>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace graze {

using Triangle = std::array<std::uint32_t, 3>;  ///< vertex indices, counter-clockwise from outside

/// Vertices and triangles, immutable after construction, cheap to copy (shared storage), safe to
/// read from every thread. Degenerate triangles are allowed: they are segments or points.
class TriangleMesh {
 public:
  TriangleMesh();  ///< no triangles

  /// Throws InputError at the first vertex that is not finite or index that is out of range.
  TriangleMesh(std::vector<Vec3> vertices, std::vector<Triangle> triangles);

  std::span<const Vec3> vertices() const { return data_->vertices; }
  std::span<const Triangle> triangles() const { return data_->triangles; }
  std::array<Vec3, 3> corners(std::size_t triangle) const {
    const Triangle& t = data_->triangles[triangle];
    return {data_->vertices[t[0]], data_->vertices[t[1]], data_->vertices[t[2]]};
  }
  bool is_empty() const { return data_->triangles.empty(); }
  /// Box of the vertices that triangles use.
  const Aabb& bounds() const { return data_->bounds; }
  /// Of coordinates and indices, equal on every machine.
  std::uint64_t content_hash() const { return data_->hash; }

 private:
  struct Data {
    std::vector<Vec3> vertices;
    std::vector<Triangle> triangles;
    Aabb bounds;
    std::uint64_t hash = 0;
  };
  std::shared_ptr<const Data> data_;
};

}  // namespace graze
