// SPDX-License-Identifier: MIT
// Question   Which parts of a large still shape can a moving box reach?                       [C8]
// Source     A cut through the shape's OBB tree; swept_box.cpp for the test of two boxes.
// Guarantee  "Not reached" is a proof: pieces contain the shape, rounding included.
#include "graze/broadphase/box_pieces.h"

#include <queue>

namespace graze {
namespace {
struct OpenNode {
  double surface;
  std::uint32_t node;
  bool operator<(const OpenNode& other) const {
    return surface != other.surface ? surface < other.surface : node > other.node;
  }
};

/// Leaves count as nothing: they cannot be opened.
OpenNode open_node(const ObbTree& tree, std::uint32_t node) {
  const ObbNode& n = tree.nodes()[node];
  return {n.is_leaf() ? -1.0 : surface_of(n.box), node};
}

std::vector<std::uint32_t> cut_through(const ObbTree& tree, std::size_t most) {
  std::priority_queue<OpenNode> open;
  if (!tree.nodes().empty()) open.push(open_node(tree, 0));
  while (!open.empty() && open.size() < most && open.top().surface >= 0.0) {
    const std::uint32_t first = tree.nodes()[open.top().node].first;
    open.pop();
    open.push(open_node(tree, first));
    open.push(open_node(tree, first + 1));
  }
  std::vector<std::uint32_t> nodes;
  for (; !open.empty(); open.pop()) nodes.push_back(open.top().node);
  return nodes;
}

std::vector<SweptBox> still_boxes(const ObbTree& tree, std::size_t most) {
  std::vector<SweptBox> boxes;
  for (const Box& box : boxes_around(tree, most)) boxes.push_back(resting_box(box));
  return boxes;
}

std::vector<Aabb> bounds_of_all(const std::vector<SweptBox>& boxes) {
  std::vector<Aabb> bounds;
  for (const SweptBox& box : boxes) bounds.push_back(bounds_of(box));
  return bounds;
}
}  // namespace

std::vector<Box> boxes_around(const ObbTree& tree, std::size_t most) {
  std::vector<Box> boxes;
  for (const std::uint32_t node : cut_through(tree, most)) boxes.push_back(tree.nodes()[node].box);
  return boxes;
}

BoxPieces::BoxPieces(const ObbTree& tree, std::size_t most)
    : boxes_(still_boxes(tree, most)), tree_(bounds_of_all(boxes_)) {}

bool BoxPieces::meets(const Aabb& bounds) const {
  return tree_.any_overlapping(bounds, [](std::uint32_t) { return true; });
}

bool BoxPieces::may_be_reached(const SweptBox& mover, const Aabb& bounds, double gap) const {
  return tree_.any_overlapping(
      bounds, [&](std::uint32_t i) { return !surely_apart(mover, boxes_[i], gap); });
}

}  // namespace graze
