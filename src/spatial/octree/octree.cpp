// SPDX-License-Identifier: MIT
#include "graze/spatial/octree.h"

#include <algorithm>
#include <cmath>

#include "graze/base/hash.h"
#include "graze/geometry/shells.h"
#include "spatial/octree/paint.h"

namespace graze {
namespace {
template <typename Visit>
void for_each_leaf(const Octree& octree, std::uint32_t node, double side, const Visit& visit) {
  const OctreeNode& here = octree.nodes()[node];
  if (here.is_leaf()) return visit(here, side);
  for (std::uint32_t k = 0; k < 8; ++k) {
    for_each_leaf(octree, here.first() + k, 0.5 * side, visit);
  }
}

/// 2^level cells along a side: the index of a coordinate, or nothing outside.
std::optional<std::uint32_t> index_of(double offset, double side, int level) {
  if (!(offset >= 0.0) || offset > side) return std::nullopt;
  const double cells = double(1u << level);
  return static_cast<std::uint32_t>(std::min(std::floor(offset / side * cells), cells - 1.0));
}
}  // namespace

OctreeCube cube_around(const Aabb& box) {
  if (box.is_empty()) return {};
  const double longest = box.size().maxCoeff();
  const double size = box.lo.cwiseAbs().cwiseMax(box.hi.cwiseAbs()).maxCoeff();
  const double side = 1.001 * std::max(longest, 0x1p-20 * size) + (size == 0.0 ? 1.0 : 0.0);
  return {box.centre() - Vec3::Constant(0.5 * side), side};
}

OctreeCube cube_of(const OctreeCube& root, const OctreeCell& cell) {
  const double side = root.side / double(1u << cell.level);
  return {root.lo + side * Vec3(double(cell.x), double(cell.y), double(cell.z)), side};
}

Octree::Octree() {
  static const auto white = std::make_shared<const Data>(
      Data{{}, 0, true, {}, {OctreeNode::leaf(CellColour::kWhite)}, {}});
  data_ = white;
}

Octree::Octree(Data data) {
  if (data.shells.empty()) data.shells = shell_points(data.mesh);
  data_ = std::make_shared<const Data>(std::move(data));
}

OctreeCounts Octree::counts() const {
  OctreeCounts counts;
  for (const OctreeNode& node : nodes()) {
    if (!node.is_leaf()) continue;
    counts.white += node.colour() == CellColour::kWhite;
    counts.black += node.colour() == CellColour::kBlack;
    counts.gray += node.colour() == CellColour::kGray;
  }
  counts.nodes = nodes().size();
  counts.listed_faces = faces().size();
  counts.bytes = nodes().size_bytes() + faces().size_bytes();
  return counts;
}

std::uint64_t Octree::content_hash() const {
  Hasher hasher;
  hasher.add(mesh().content_hash());
  for (int k = 0; k < 3; ++k) hasher.add(root().lo[k]);
  hasher.add(root().side);
  hasher.add(std::uint64_t(depth()) << 1 | std::uint64_t{is_solid()});
  for (const OctreeNode& node : nodes()) {
    hasher.add(std::uint64_t{node.first()} << 2 | std::uint64_t(node.colour()));
    hasher.add(std::uint64_t{node.face_count()});
  }
  for (const std::uint32_t face : faces()) hasher.add(std::uint64_t{face});
  return hasher.value();
}

Interval volume_bounds(const Octree& octree) {
  double black = 0.0, gray = 0.0;
  for_each_leaf(octree, 0, octree.root().side, [&](const OctreeNode& leaf, double side) {
    const double volume = side * side * side;
    if (leaf.colour() == CellColour::kBlack) black += volume;
    if (leaf.colour() == CellColour::kGray) gray += volume;
  });
  // A sum of n terms of one sign is within n + 2 units of rounding.
  const double slack = 0x1p-52 * double(octree.nodes().size() + 4);
  return {black * (1.0 - slack), (black + gray) * (1.0 + slack)};
}

CellColour colour_at(const Octree& octree, const Vec3& p) {
  const Vec3 offset = p - octree.root().lo;
  const int depth = octree.depth();
  const auto x = index_of(offset.x(), octree.root().side, depth);
  const auto y = index_of(offset.y(), octree.root().side, depth);
  const auto z = index_of(offset.z(), octree.root().side, depth);
  if (!x || !y || !z) return CellColour::kWhite;
  const OctreeCell cell{static_cast<std::uint32_t>(depth), *x, *y, *z};
  return octree.nodes()[octree::find_node(octree.nodes(), cell)].colour();
}

std::vector<std::uint32_t> faces_below(const Octree& octree, std::uint32_t node) {
  std::vector<std::uint32_t> faces;
  for_each_leaf(octree, node, 1.0, [&](const OctreeNode& leaf, double) {
    const auto mine = octree.faces_of(leaf);
    faces.insert(faces.end(), mine.begin(), mine.end());
  });
  std::sort(faces.begin(), faces.end());
  faces.erase(std::unique(faces.begin(), faces.end()), faces.end());
  return faces;
}

}  // namespace graze
