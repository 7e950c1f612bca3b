// SPDX-License-Identifier: MIT
// Question   Which cells without faces are inside the solid?                                  [O1]
// Source     Connectivity labelling (Tamminen, Samet 1984) in place of Kitamura's inclusion test
//            for each cell.
// Guarantee  Two cells that share a part of a face, and that no surface touches, are on the same
//            side of it: one exact inclusion test decides for a whole region.
// Changed    The paper tests the points of every cell; here as many tests as there are regions.
#include "spatial/octree/paint.h"

#include <array>
#include <numeric>
#include <optional>

namespace graze::octree {
namespace {
/// Regions as sets with a representative.
class Regions {
 public:
  explicit Regions(std::size_t nodes) : parent_(nodes) {
    std::iota(parent_.begin(), parent_.end(), 0u);
  }
  std::uint32_t find(std::uint32_t node) {
    while (parent_[node] != node) node = parent_[node] = parent_[parent_[node]];
    return node;
  }
  void join(std::uint32_t a, std::uint32_t b) {
    a = find(a);
    b = find(b);
    if (a != b) parent_[std::max(a, b)] = std::min(a, b);
  }

 private:
  std::vector<std::uint32_t> parent_;
};

bool is_empty_leaf(const OctreeNode& node) { return node.is_leaf() && node.face_count() == 0; }

/// The neighbour of equal size behind side k (0 to 5: -x, +x, -y, +y, -z, +z), if inside the root.
std::optional<OctreeCell> neighbour(OctreeCell cell, int k) {
  std::uint32_t& c = k < 2 ? cell.x : (k < 4 ? cell.y : cell.z);
  const std::uint32_t last = (1u << cell.level) - 1;
  if (k % 2 == 0 ? c == 0 : c == last) return std::nullopt;
  c = k % 2 == 0 ? c - 1 : c + 1;
  return cell;
}

/// Joins a cell with neighbours of its size or larger; smaller ones find it themselves.
void join_neighbours(const Growth& growth, std::uint32_t node, Regions& regions) {
  for (int k = 0; k < 6; ++k) {
    const auto beside = neighbour(growth.cells[node], k);
    if (!beside) continue;
    const std::uint32_t other = find_node(growth.nodes, *beside);
    if (is_empty_leaf(growth.nodes[other])) regions.join(node, other);
  }
}
}  // namespace

std::uint32_t find_node(std::span<const OctreeNode> nodes, const OctreeCell& cell) {
  std::uint32_t node = 0;
  for (std::uint32_t level = cell.level; level > 0 && !nodes[node].is_leaf(); --level) {
    const std::uint32_t bit = level - 1;
    const std::uint32_t k =
        ((cell.x >> bit) & 1u) | (((cell.y >> bit) & 1u) << 1) | (((cell.z >> bit) & 1u) << 2);
    node = nodes[node].first() + k;
  }
  return node;
}

void paint(Growth& growth, const OctreeCube& root,
           const std::function<bool(const Vec3&)>& is_inside) {
  const auto count = static_cast<std::uint32_t>(growth.nodes.size());
  Regions regions(count);
  for (std::uint32_t node = 0; node < count; ++node) {
    if (is_empty_leaf(growth.nodes[node])) join_neighbours(growth, node, regions);
  }
  // The representative has the smallest index of its region: it comes first, and is largest.
  for (std::uint32_t node = 0; node < count; ++node) {
    if (!is_empty_leaf(growth.nodes[node])) continue;
    const std::uint32_t first = regions.find(node);
    const bool is_black = first == node ? is_inside(centre_of(root, growth.cells[node]))
                                        : growth.nodes[first].colour() == CellColour::kBlack;
    growth.nodes[node] = OctreeNode::leaf(is_black ? CellColour::kBlack : CellColour::kWhite);
  }
}

}  // namespace graze::octree
