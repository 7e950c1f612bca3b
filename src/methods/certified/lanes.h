// SPDX-License-Identifier: MIT
// Walking a wide tree: a place is a lane of a node, or the whole tree.
#pragma once
#include <bit>
#include <cstdint>
#include <cstring>

#include "methods/certified/wide_query.h"

namespace graze::certified {

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

/// What a search reads of a tree that has triangles.
struct LaneTree {
  const WideObbNode* nodes;
  LaneBox root;

  explicit LaneTree(const WideObbTree& tree) : nodes(tree.nodes().data()), root(root_box(tree)) {}
};

inline Lane lane_at(const LaneTree& tree, Place place) {
  if (place == kWholeTree) return {tree.root.radius, false, 0, 0};
  const WideObbNode& node = tree.nodes[place >> 3];
  const int lane = static_cast<int>(place & 7u);
  return {node.radius[lane], node.is_leaf(lane), node.child[lane], node.triangles[lane]};
}

inline LaneBox box_at(const LaneTree& tree, Place place) {
  if (place == kWholeTree) return tree.root;
  return lane_box(tree.nodes[place >> 3], static_cast<int>(place & 7u));
}

/// Of the numbers of triangles only that of an empty lane has its highest bit set.
inline int lanes_of(const WideObbNode& node) {
  std::uint64_t lanes;
  static_assert(sizeof lanes == sizeof node.triangles);
  std::memcpy(&lanes, node.triangles, sizeof lanes);
  return kWideLanes - std::popcount(lanes & 0x8080808080808080u);
}

/// Which of two boxes to open: the larger one that has children.
inline bool opens_second(const Lane& a, const Lane& b) {
  return a.is_leaf || (!b.is_leaf && b.radius >= a.radius);
}

}  // namespace graze::certified
