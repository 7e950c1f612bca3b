// SPDX-License-Identifier: MIT
#include "detect/octree_sweep/marked_faces.h"

#include <algorithm>

namespace graze::octree_sweep {

void MarkedFaces::mark(std::uint32_t node) {
  const Octree& octree = body_.octree;
  if (nodes_.empty()) {
    nodes_.assign(octree.nodes().size(), 0);
    is_marked_.assign(octree.mesh().triangles().size(), 0);
  }
  if (nodes_[node] != 0) return;
  nodes_[node] = 1;
  ++count_;
  const OctreeNode& here = octree.nodes()[node];
  if (!here.is_leaf()) {
    for (std::uint32_t k = 0; k < 8; ++k) mark(here.first() + k);
    return;
  }
  for (const std::uint32_t face : octree.faces_of(here)) {
    if (is_marked_[face] != 0) continue;
    is_marked_[face] = 1;
    faces_.push_back(face);
  }
}

std::vector<MarkedFaces::Placed> MarkedFaces::placed() const {
  std::vector<Placed> placed;
  placed.reserve(faces_.size());
  for (const std::uint32_t face : faces_) placed.push_back({face, swept_face(body_, face)});
  std::sort(placed.begin(), placed.end(), [](const Placed& p, const Placed& q) {
    const double x = p.swept.box.lo.x(), y = q.swept.box.lo.x();
    return x != y ? x < y : p.face < q.face;
  });
  return placed;
}

}  // namespace graze::octree_sweep
