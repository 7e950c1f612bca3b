// SPDX-License-Identifier: MIT
// A binary tree of moving boxes, and the pairs of items of two trees whose boxes overlap in time.
#pragma once
#include <cstdint>
#include <vector>

#include "detect/linear_ccd/moving_box.h"

namespace graze::linear_ccd {

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

/// Calls visit(item_a, item_b) for the pairs whose boxes overlap at some t in [0, until()], the
/// earlier child first; stops when visit returns false. `until` is asked again for every pair, so
/// that a contact found makes the rest cheap. If both trees are the same object each unordered pair
/// of two items comes once. Returns the number of pairs of boxes tested.
template <typename Until, typename Visit>
std::uint64_t for_each_overlap(const BoxTree& a, const BoxTree& b, Until until, Visit visit);

}  // namespace graze::linear_ccd

#include "detect/linear_ccd/box_tree_traversal.h"
