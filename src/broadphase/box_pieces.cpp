// SPDX-License-Identifier: MIT
// Question   Which parts of a large still shape can a moving box reach?                       [C8]
// Source     A cut through the shape's tree; swept_box.cpp for the test of two boxes.
// Guarantee  "Not reached" is a proof: pieces contain the shape, rounding included.
#include "graze/broadphase/box_pieces.h"

#include <queue>
#include <utility>

#include "spatial/obb_fit.h"

namespace graze {
namespace {
struct OpenLane {
  double surface;  ///< leaves count as nothing: they cannot be opened
  std::uint32_t node;
  int lane;
  bool operator<(const OpenLane& other) const {
    if (surface != other.surface) return surface < other.surface;
    return std::pair(node, lane) > std::pair(other.node, other.lane);
  }
};

double surface_of(const WideObbNode& node, int lane) {
  const double x = node.half_size[0][lane], y = node.half_size[1][lane],
               z = node.half_size[2][lane];
  return x * y + y * z + z * x;
}

void open_node(std::span<const WideObbNode> nodes, std::uint32_t index,
               std::priority_queue<OpenLane>& open) {
  const WideObbNode& node = nodes[index];
  for (int lane = 0; lane < kWideLanes && !node.is_empty(lane); ++lane) {
    open.push({node.is_leaf(lane) ? -1.0 : surface_of(node, lane), index, lane});
  }
}

/// The places in order() of what is below a lane: one range.
std::pair<std::uint32_t, std::uint32_t> range_of(std::span<const WideObbNode> nodes,
                                                 const OpenLane& top) {
  std::uint32_t node = top.node;
  int lane = top.lane;
  while (!nodes[node].is_leaf(lane)) node = nodes[node].child[lane], lane = 0;
  const std::uint32_t begin = nodes[node].child[lane];
  node = top.node, lane = top.lane;
  while (!nodes[node].is_leaf(lane)) {
    node = nodes[node].child[lane];
    lane = kWideLanes - 1;
    while (nodes[node].is_empty(lane)) --lane;
  }
  return {begin, nodes[node].child[lane] + nodes[node].triangles[lane]};
}

Box box_of(const WideObbTree& tree, const OpenLane& lane) {
  const auto [begin, end] = range_of(tree.nodes(), lane);
  std::vector<BuildTriangle> triangles;
  for (std::uint32_t i = begin; i < end; ++i) {
    const auto corners = tree.mesh().corners(tree.order()[i]);
    triangles.push_back({{corners[0], corners[1], corners[2]}, tree.order()[i]});
  }
  return fit_box(triangles, tree.root_box().axes);
}

std::vector<SweptBox> still_boxes(const WideObbTree& tree, std::size_t most) {
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

std::vector<Box> boxes_around(const WideObbTree& tree, std::size_t most) {
  if (tree.nodes().empty()) return {};
  if (most < kWideLanes) return {tree.root_box()};
  std::priority_queue<OpenLane> open;
  open_node(tree.nodes(), 0, open);
  while (open.size() + kWideLanes - 1 <= most && open.top().surface >= 0.0) {
    const OpenLane largest = open.top();
    open.pop();
    open_node(tree.nodes(), tree.nodes()[largest.node].child[largest.lane], open);
  }
  std::vector<Box> boxes;
  for (; !open.empty(); open.pop()) boxes.push_back(box_of(tree, open.top()));
  return boxes;
}

BoxPieces::BoxPieces(const WideObbTree& tree, std::size_t most)
    : boxes_(still_boxes(tree, most)), tree_(bounds_of_all(boxes_)) {}

bool BoxPieces::meets(const Aabb& bounds) const {
  return tree_.any_overlapping(bounds, [](std::uint32_t) { return true; });
}

bool BoxPieces::may_be_reached(const SweptBox& mover, const Aabb& bounds, double gap) const {
  return tree_.any_overlapping(
      bounds, [&](std::uint32_t i) { return !surely_apart(mover, boxes_[i], gap); });
}

}  // namespace graze
