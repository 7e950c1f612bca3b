// SPDX-License-Identifier: MIT
#include "io/mesh_builder.h"

#include <algorithm>
#include <utility>

namespace graze::io {

void MeshBuilder::reserve(std::size_t vertex_count, std::size_t triangle_count) {
  vertices.reserve(vertex_count);
  triangles_.reserve(triangle_count);
}

void MeshBuilder::add_polygon(std::span<const std::uint32_t> corners, const char* where) {
  if (corners.size() < 3) {
    refuse_(where, "a face with " + std::to_string(corners.size()) + " corners",
            "at least 3 corners", "");
  }
  const std::size_t first_triangle = triangles_.size();
  triangles_.resize(first_triangle + corners.size() - 2);
  if (*std::max_element(corners.begin(), corners.end()) < vertices.size()) {
    cut(corners, first_triangle, where);
  } else {
    waiting_.push_back({first_triangle, {corners.begin(), corners.end()}, where});
  }
}

void MeshBuilder::cut(std::span<const std::uint32_t> corners, std::size_t first_triangle,
                      const char* where) {
  const std::span<Triangle> out(triangles_.data() + first_triangle, corners.size() - 2);
  const PolygonFit fit = triangulate_polygon(corners, vertices, out, scratch_);
  if (fit != PolygonFit::kTooLarge) return;
  refuse_(where, "a concave face with " + std::to_string(corners.size()) + " corners",
          "at most " + std::to_string(kMaxConcaveCorners) + " corners",
          "triangulate the face before export");
}

TriangleMesh MeshBuilder::finish() {
  for (const Waiting& polygon : waiting_) {
    const std::uint32_t last = *std::max_element(polygon.corners.begin(), polygon.corners.end());
    if (last >= vertices.size()) {
      refuse_(polygon.where, "a face with vertex " + std::to_string(last),
              "a vertex below " + std::to_string(vertices.size()), "");
    }
    cut(polygon.corners, polygon.first_triangle, polygon.where);
  }
  return TriangleMesh(std::move(vertices), std::move(triangles_));
}

}  // namespace graze::io
