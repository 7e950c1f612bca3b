// SPDX-License-Identifier: MIT
// A binary tree of moving boxes. How two are walked together is in box_tree_traversal.h.
#pragma once
#include <cstdint>
#include <vector>

#include "methods/linear/moving_box.h"

namespace graze::linear {

struct BoxNode {
  MovingBox box;
  std::uint32_t first = 0;  ///< inner: children first and first + 1; leaf: items first ...
  std::uint32_t count = 0;  ///< items of a leaf; 0 for an inner node
};

/// Boxes of items, ordered leaf by leaf.
struct BoxTree {
  std::vector<BoxNode> nodes;  ///< node 0 is the root; none without items
  std::vector<std::uint32_t> items;
  std::vector<MovingBox> boxes;  ///< by item
};

BoxTree build_box_tree(std::vector<MovingBox> boxes);

/// Nodes around boxes that have changed. The tree keeps its order.
void refit(BoxTree& tree);

}  // namespace graze::linear
