// SPDX-License-Identifier: MIT
// The one loop that makes octrees: items (faces, cubes) are handed down to the cells they touch.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "graze/base/parallel.h"
#include "graze/spatial/octree.h"

namespace graze::octree {

/// Nodes level by level, the cell of each, and the items of the gray leaves.
struct Growth {
  std::vector<OctreeNode> nodes;
  std::vector<OctreeCell> cells;  ///< by node
  std::vector<std::uint32_t> items;
};

inline Vec3 centre_of(const OctreeCube& root, const OctreeCell& cell) {
  const double side = root.side / double(1u << cell.level);
  return root.lo + side * Vec3(double(cell.x) + 0.5, double(cell.y) + 0.5, double(cell.z) + 0.5);
}

/// A gray cell that is still to be divided, with its part of the level's items.
struct OpenCell {
  std::uint32_t node = 0;
  std::uint32_t first = 0;
  std::uint32_t count = 0;
};

/// Appends eight children of `open`; those with items are the next level's open cells.
void divide(Growth& growth, const OpenCell& open, std::span<const std::uint32_t> items,
            std::span<const std::uint8_t> masks, std::vector<OpenCell>& next,
            std::vector<std::uint32_t>& next_items);

/// Turns an open cell into a leaf that lists its items.
void close(Growth& growth, const OpenCell& open, std::span<const std::uint32_t> items);

/// `touches(item, centre, half)` gives a bit for each child of the cell that the item may touch;
/// `is_done(items, centre, half)` says that a cell need not be divided further.
template <typename Touches, typename IsDone>
Growth grow(const OctreeCube& root, int depth, std::uint32_t item_count, const Touches& touches,
            const IsDone& is_done, int threads) {
  Growth growth{{OctreeNode::leaf(CellColour::kWhite)}, {OctreeCell{}}, {}};
  std::vector<std::uint32_t> items(item_count), next_items;
  for (std::uint32_t i = 0; i < item_count; ++i) items[i] = i;
  std::vector<OpenCell> open, next;
  if (item_count > 0) open.push_back({0, 0, item_count});
  std::vector<std::uint8_t> masks;
  for (int level = 0; level < depth && !open.empty(); ++level) {
    constexpr std::size_t kWorthThreads = 4096;
    const double half = 0.5 * root.side / double(1u << level);
    masks.assign(items.size(), 0);
    const auto test = [&](std::size_t k) {
      const Vec3 centre = centre_of(root, growth.cells[open[k].node]);
      const auto mine = std::span(items).subspan(open[k].first, open[k].count);
      if (is_done(mine, centre, half)) return;  // masks stay 0: closed below
      for (std::uint32_t i = 0; i < open[k].count; ++i) {
        masks[open[k].first + i] = touches(mine[i], centre, half);
      }
    };
    parallel_for(open.size(), test, items.size() < kWorthThreads ? 1 : threads);
    next.clear();
    next_items.clear();
    for (const OpenCell& cell : open) {
      const Vec3 centre = centre_of(root, growth.cells[cell.node]);
      const auto mine = std::span(items).subspan(cell.first, cell.count);
      if (is_done(mine, centre, half)) {
        close(growth, cell, mine);
      } else {
        divide(growth, cell, mine, std::span(masks).subspan(cell.first, cell.count), next,
               next_items);
      }
    }
    std::swap(open, next);
    std::swap(items, next_items);
  }
  for (const OpenCell& cell : open) {
    close(growth, cell, std::span(items).subspan(cell.first, cell.count));
  }
  return growth;
}

/// Never done before the depth is reached.
struct ToTheDepth {
  bool operator()(std::span<const std::uint32_t>, const Vec3&, double) const { return false; }
};

}  // namespace graze::octree
