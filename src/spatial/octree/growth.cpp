// SPDX-License-Identifier: MIT
#include "spatial/octree/growth.h"

namespace graze::octree {

void divide(Growth& growth, const OpenCell& open, std::span<const std::uint32_t> items,
            std::span<const std::uint8_t> masks, std::vector<OpenCell>& next,
            std::vector<std::uint32_t>& next_items) {
  const auto first = static_cast<std::uint32_t>(growth.nodes.size());
  const OctreeCell parent = growth.cells[open.node];
  growth.nodes[open.node] = OctreeNode::inner(first);
  growth.nodes.resize(first + 8, OctreeNode::leaf(CellColour::kWhite));
  for (std::uint32_t k = 0; k < 8; ++k) {
    growth.cells.push_back(parent.child(k));
    const auto begin = static_cast<std::uint32_t>(next_items.size());
    for (std::size_t i = 0; i < items.size(); ++i) {
      if ((masks[i] >> k) & 1u) next_items.push_back(items[i]);
    }
    const auto count = static_cast<std::uint32_t>(next_items.size()) - begin;
    if (count > 0) next.push_back({first + k, begin, count});
  }
}

void close(Growth& growth, const OpenCell& open, std::span<const std::uint32_t> items) {
  growth.nodes[open.node] = OctreeNode::gray_leaf(static_cast<std::uint32_t>(growth.items.size()),
                                                  static_cast<std::uint32_t>(items.size()));
  growth.items.insert(growth.items.end(), items.begin(), items.end());
}

}  // namespace graze::octree
