// SPDX-License-Identifier: MIT
// Walking a wide tree: a place is a lane of a node, or the whole tree.
#pragma once
#include <cstdint>

#include "detect/interval_ccd/wide_query.h"

namespace graze::interval_ccd {

/// Lane `place & 7` of the wide node `place >> 3`, or kWholeTree.
using Place = std::uint32_t;
inline constexpr Place kWholeTree = 0xffffffffu;

inline Place place_of(std::uint32_t wide_node, int lane) {
  return (wide_node << 3) | static_cast<std::uint32_t>(lane);
}

struct Lane {
  double radius;
  bool is_leaf;
  std::uint32_t child;      ///< inner: wide node; leaf: first place in the tree's order
  std::uint32_t triangles;  ///< of a leaf
};

inline Lane lane_at(const WideObbTree& tree, Place place) {
  if (place == kWholeTree) return {tree.binary().nodes()[0].box.radius(), false, 0, 0};
  const WideObbNode& node = tree.nodes()[place >> 3];
  const int lane = static_cast<int>(place & 7u);
  return {node.radius[lane], node.is_leaf(lane), node.child[lane], node.triangles[lane]};
}

inline LaneBox box_at(const WideObbTree& tree, Place place) {
  if (place == kWholeTree) return root_box(tree);
  return lane_box(tree.nodes()[place >> 3], static_cast<int>(place & 7u));
}

inline int lanes_of(const WideObbNode& node) {
  int count = 0;
  for (int lane = 0; lane < kWideLanes; ++lane) count += node.is_empty(lane) ? 0 : 1;
  return count;
}

/// Which of two boxes to open: the larger one that has children.
inline bool opens_second(const Lane& a, const Lane& b) {
  return a.is_leaf || (!b.is_leaf && b.radius >= a.radius);
}

}  // namespace graze::interval_ccd
