// SPDX-License-Identifier: MIT
// Cuts each triangle of a mesh into a triangular grid that neighbours share.
#include <map>
#include <utility>

#include "geometry/shapes/mesh_builder.h"

namespace graze::shapes {
namespace {
class Refiner {
 public:
  Refiner(const TriangleMesh& mesh, int parts) : mesh_(mesh), parts_(parts) {
    for (const Vec3& v : mesh.vertices()) builder_.add_vertex(v);
    for (const Triangle& t : mesh.triangles()) cut(t);
  }
  TriangleMesh result() && { return std::move(builder_).mesh(); }

 private:
  // Vertex `step` of the way from a to b; always counted from the smaller id, so both sides agree.
  std::uint32_t on_edge(std::uint32_t a, std::uint32_t b, int step) {
    if (a > b) return on_edge(b, a, parts_ - step);
    if (step == 0) return a;
    if (step == parts_) return b;
    const auto [entry, is_new] = edges_.try_emplace({a, b}, 0);
    if (is_new) entry->second = add_edge(a, b);
    return entry->second + static_cast<std::uint32_t>(step - 1);
  }

  std::uint32_t add_edge(std::uint32_t a, std::uint32_t b) {
    const Vec3& from = mesh_.vertices()[a];
    const Vec3& to = mesh_.vertices()[b];
    const std::uint32_t first = builder_.add_vertex(from + (to - from) * (1.0 / parts_));
    for (int step = 2; step < parts_; ++step) {
      builder_.add_vertex(from + (to - from) * (double(step) / parts_));
    }
    return first;
  }

  // Row `row` counts from t[0] towards the edge t[1] t[2]; it has row + 1 vertices.
  Loop row_of(const Triangle& t, int row) {
    if (row == 0) return {t[0]};
    Loop ids{on_edge(t[0], t[1], row)};
    for (int k = 1; k < row; ++k) {
      ids.push_back(row == parts_ ? on_edge(t[1], t[2], k) : add_inside(t, row, k));
    }
    ids.push_back(on_edge(t[0], t[2], row));
    return ids;
  }

  std::uint32_t add_inside(const Triangle& t, int row, int k) {
    const Vec3 a = mesh_.vertices()[t[0]], b = mesh_.vertices()[t[1]], c = mesh_.vertices()[t[2]];
    return builder_.add_vertex(a + (b - a) * (double(row - k) / parts_) +
                               (c - a) * (double(k) / parts_));
  }

  void cut(const Triangle& t) {
    Loop above = row_of(t, 0);
    for (int row = 1; row <= parts_; ++row) {
      const Loop below = row_of(t, row);
      for (std::size_t k = 0; k < above.size(); ++k) {
        builder_.add_triangle(above[k], below[k], below[k + 1]);
        if (k + 1 < above.size()) builder_.add_triangle(above[k], below[k + 1], above[k + 1]);
      }
      above = below;
    }
  }

  const TriangleMesh& mesh_;
  int parts_;
  MeshBuilder builder_;
  std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint32_t> edges_;
};
}  // namespace

TriangleMesh refined(const TriangleMesh& mesh, int parts) {
  return parts == 1 ? mesh : Refiner(mesh, parts).result();
}

}  // namespace graze::shapes
