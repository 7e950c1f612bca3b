// SPDX-License-Identifier: MIT
#include <algorithm>
#include <limits>
#include <numeric>

#include "geometry/edge_table.h"
#include "geometry/same_place.h"
#include "graze/geometry/closed_polyhedron.h"

namespace graze {

std::vector<std::uint32_t> first_at_same_place(std::span<const Vec3> vertices) {
  std::vector<std::uint32_t> order(vertices.size()), first(vertices.size());
  std::iota(order.begin(), order.end(), 0u);
  std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return std::lexicographical_compare(vertices[a].data(), vertices[a].data() + 3,
                                        vertices[b].data(), vertices[b].data() + 3);
  });
  for (std::size_t i = 0; i < order.size(); ++i) {
    const bool is_same = i > 0 && vertices[order[i]] == vertices[order[i - 1]];
    first[order[i]] = is_same ? first[order[i - 1]] : order[i];
  }
  return first;
}

namespace {
// Vertices in the order of their first use.
TriangleMesh without_unused(std::span<const Vec3> vertices, std::vector<Triangle> triangles) {
  constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> renamed(vertices.size(), kNone);
  std::vector<Vec3> kept;
  for (Triangle& t : triangles) {
    for (std::uint32_t& v : t) {
      if (renamed[v] == kNone) {
        renamed[v] = static_cast<std::uint32_t>(kept.size());
        kept.push_back(vertices[v]);
      }
      v = renamed[v];
    }
  }
  return TriangleMesh(std::move(kept), std::move(triangles));
}
}  // namespace

TriangleMesh weld(const TriangleMesh& mesh) {
  const std::vector<std::uint32_t> first = first_at_same_place(mesh.vertices());
  std::vector<Triangle> triangles;
  for (const Triangle& t : mesh.triangles()) {
    const Triangle welded{first[t[0]], first[t[1]], first[t[2]]};
    if (!repeats_a_vertex(welded)) triangles.push_back(welded);
  }
  return without_unused(mesh.vertices(), std::move(triangles));
}

TriangleMesh flipped(const TriangleMesh& mesh) {
  std::vector<Triangle> triangles(mesh.triangles().begin(), mesh.triangles().end());
  for (Triangle& t : triangles) std::swap(t[1], t[2]);
  return TriangleMesh({mesh.vertices().begin(), mesh.vertices().end()}, std::move(triangles));
}

}  // namespace graze
