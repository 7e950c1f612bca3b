// SPDX-License-Identifier: MIT
#include "methods/octree/marked_faces.h"

#include <algorithm>
#include <numeric>

namespace graze::octree {

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

std::vector<MarkedFaces::Placed> MarkedFaces::placed(const Aabb& within) const {
  std::vector<Placed> placed;
  for (const std::uint32_t face : faces_) {
    SweptFace swept = swept_face(body_, face);
    if (swept.box.overlaps(within)) placed.push_back({face, std::move(swept)});
  }
  return placed;
}

Aabb bounds_of(const std::vector<MarkedFaces::Placed>& faces) {
  Aabb box;
  for (const auto& face : faces) box.add(face.swept.box);
  return box;
}

std::vector<std::uint32_t> sorted_along_x(const std::vector<MarkedFaces::Placed>& faces) {
  std::vector<std::uint32_t> order(faces.size());
  std::iota(order.begin(), order.end(), 0u);
  std::sort(order.begin(), order.end(), [&](std::uint32_t i, std::uint32_t j) {
    const double x = faces[i].swept.box.lo.x(), y = faces[j].swept.box.lo.x();
    return x != y ? x < y : i < j;
  });
  return order;
}

}  // namespace graze::octree
