// SPDX-License-Identifier: MIT
// Question   Which triangles of two trees are within a distance of each other at an instant?
// Source     The wide test over an interval of no length.
// Guarantee  No pair nearer than the limit by more than rounding is missing.
// Changed    -
#include "methods/certified/contacts_at.h"

#include <algorithm>
#include <utility>

#include "methods/certified/near_walk.h"

namespace graze::certified {

std::vector<NearPair> near_pairs(const TreesAtInstant& trees, double limit, std::size_t most,
                                 WideTest test, Stats& stats) {
  std::vector<NearPair> found;
  const TriangleMesh& mesh_a = trees.tree_a->mesh();
  const TriangleMesh& mesh_b = trees.tree_b->mesh();
  for_each_near(trees, limit, test, stats, [&](std::uint32_t a, std::uint32_t b) {
    const PlacedTriangles placed = place(mesh_a.corners(a), mesh_b.corners(b), trees.moment);
    const TriangleDistance distance = triangle_distance(placed.a, placed.b);
    if (distance.distance() <= limit) found.push_back({a, b, distance});
    return found.size() < most;
  });
  std::sort(found.begin(), found.end(), [](const NearPair& x, const NearPair& y) {
    return std::pair(x.triangle_a, x.triangle_b) < std::pair(y.triangle_a, y.triangle_b);
  });
  return found;
}

}  // namespace graze::certified
