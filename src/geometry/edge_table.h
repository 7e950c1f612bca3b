// SPDX-License-Identifier: MIT
// All uses of edges by triangles, those of one edge side by side.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "graze/geometry/triangle_mesh.h"

namespace graze {

/// Edge k of a triangle, from corner k to corner k + 1.
struct EdgeUse {
  std::uint32_t lo, hi;  ///< its vertices, lo <= hi
  std::uint32_t triangle;
  std::uint8_t k;
  bool is_forward;  ///< the triangle runs from lo to hi
};

/// Sorted by (lo, hi), uses of one edge by triangle. Triangles that use a vertex twice are left
/// out.
std::vector<EdgeUse> edge_uses(const TriangleMesh& mesh);

/// Calls visit(std::span<const EdgeUse>) for each edge, in order.
template <typename Visit>
void for_each_edge(const std::vector<EdgeUse>& uses, const Visit& visit) {
  for (std::size_t begin = 0, end; begin < uses.size(); begin = end) {
    end = begin + 1;
    while (end < uses.size() && uses[end].lo == uses[begin].lo && uses[end].hi == uses[begin].hi) {
      ++end;
    }
    visit(std::span<const EdgeUse>(uses.data() + begin, end - begin));
  }
}

/// Two triangles, which run along it in opposite directions.
inline bool is_regular(std::span<const EdgeUse> edge) {
  return edge.size() == 2 && edge[0].is_forward != edge[1].is_forward;
}

inline bool repeats_a_vertex(const Triangle& t) {
  return t[0] == t[1] || t[1] == t[2] || t[2] == t[0];
}

}  // namespace graze
