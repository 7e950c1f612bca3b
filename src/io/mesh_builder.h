// SPDX-License-Identifier: MIT
// Collects what a reader finds and makes a mesh of it.
#pragma once
#include <cstdint>
#include <functional>
#include <span>
#include <vector>

#include "graze/geometry/triangle_mesh.h"
#include "io/triangulate_polygon.h"

namespace graze::io {

/// Faces may come before their vertices: a polygon whose vertices are not all known yet keeps its
/// place in the list of triangles and is cut at the end.
class MeshBuilder {
 public:
  /// Throws InputError for something wrong with the face that `where` points at, in the reader's
  /// way of naming a place.
  using Refusal = std::function<void(const char* where, std::string found, std::string expected,
                                     std::string advice)>;

  explicit MeshBuilder(Refusal refuse) : refuse_(std::move(refuse)) {}

  std::vector<Vec3> vertices;

  void reserve(std::size_t vertex_count, std::size_t triangle_count);
  /// Refuses fewer than three corners and what triangulate_polygon cannot cut. Indices must be
  /// below the final number of vertices.
  void add_face(std::span<const std::uint32_t> corners, const char* where) {
    if (corners.size() == 3) {
      triangles_.push_back({corners[0], corners[1], corners[2]});
    } else {
      add_polygon(corners, where);
    }
  }
  /// True if a face waits for its vertices: a message may still need its place in the file.
  bool is_waiting() const { return !waiting_.empty(); }
  TriangleMesh finish();

 private:
  struct Waiting {
    std::size_t first_triangle;
    std::vector<std::uint32_t> corners;
    const char* where;
  };
  void add_polygon(std::span<const std::uint32_t> corners, const char* where);
  void cut(std::span<const std::uint32_t> corners, std::size_t first_triangle, const char* where);

  Refusal refuse_;
  std::vector<Triangle> triangles_;
  std::vector<Waiting> waiting_;
  PolygonScratch scratch_;
};

}  // namespace graze::io
