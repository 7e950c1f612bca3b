// SPDX-License-Identifier: MIT
#include "graze/geometry/shells.h"

#include <algorithm>
#include <numeric>

#include "geometry/disjoint_sets.h"

namespace graze {
namespace {
void join_equal_places(std::span<const Vec3> vertices, DisjointSets& parts) {
  std::vector<std::uint32_t> order(vertices.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    return std::lexicographical_compare(vertices[a].data(), vertices[a].data() + 3,
                                        vertices[b].data(), vertices[b].data() + 3);
  });
  for (std::size_t i = 1; i < order.size(); ++i) {
    if (vertices[order[i - 1]] == vertices[order[i]]) parts.join(order[i - 1], order[i]);
  }
}
}  // namespace

std::vector<Vec3> shell_points(const TriangleMesh& mesh) {
  DisjointSets parts(mesh.vertices().size());
  join_equal_places(mesh.vertices(), parts);
  for (const Triangle& t : mesh.triangles()) {
    parts.join(t[0], t[1]);
    parts.join(t[0], t[2]);
  }
  std::vector<Vec3> points;
  std::vector<char> is_known(mesh.vertices().size(), 0);
  for (const Triangle& t : mesh.triangles()) {
    char& known = is_known[parts.root(t[0])];
    if (known == 0) points.push_back(mesh.vertices()[t[0]]);
    known = 1;
  }
  return points;
}

}  // namespace graze
