// SPDX-License-Identifier: MIT
#include "geometry/edge_table.h"

#include <algorithm>
#include <tuple>

namespace graze {

std::vector<EdgeUse> edge_uses(const TriangleMesh& mesh) {
  std::vector<EdgeUse> uses;
  uses.reserve(3 * mesh.triangles().size());
  for (std::uint32_t i = 0; i < mesh.triangles().size(); ++i) {
    const Triangle& t = mesh.triangles()[i];
    if (repeats_a_vertex(t)) continue;
    for (std::uint8_t k = 0; k < 3; ++k) {
      const std::uint32_t from = t[k], to = t[(k + 1) % 3];
      uses.push_back({std::min(from, to), std::max(from, to), i, k, from < to});
    }
  }
  std::sort(uses.begin(), uses.end(), [](const EdgeUse& a, const EdgeUse& b) {
    return std::tie(a.lo, a.hi, a.triangle) < std::tie(b.lo, b.hi, b.triangle);
  });
  return uses;
}

}  // namespace graze
