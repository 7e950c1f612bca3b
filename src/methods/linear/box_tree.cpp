// SPDX-License-Identifier: MIT
#include "methods/linear/box_tree.h"

#include <algorithm>
#include <numeric>
#include <utility>

namespace graze::linear {
namespace {
constexpr std::size_t kLeafItems = 4;

struct Builder {
  BoxTree& tree;

  MovingBox box_of(std::size_t begin, std::size_t end) const {
    MovingBox box;
    for (std::size_t i = begin; i < end; ++i) box.add(tree.boxes[tree.items[i]]);
    return box;
  }

  /// Four times the centre of an item's sweep along an axis.
  double centre(std::uint32_t item, int axis) const {
    const MovingBox& box = tree.boxes[item];
    return (box.start.lo[axis] + box.start.hi[axis]) + (box.end.lo[axis] + box.end.hi[axis]);
  }

  int longest_axis(std::size_t begin, std::size_t end) const {
    Aabb centres;
    for (std::size_t i = begin; i < end; ++i) {
      const std::uint32_t item = tree.items[i];
      centres.add(Vec3(centre(item, 0), centre(item, 1), centre(item, 2)));
    }
    int axis = 0;
    centres.size().maxCoeff(&axis);
    return axis;
  }

  void split(std::size_t node, std::size_t begin, std::size_t end) {
    tree.nodes[node].box = box_of(begin, end);
    if (end - begin <= kLeafItems) {
      tree.nodes[node].first = static_cast<std::uint32_t>(begin);
      tree.nodes[node].count = static_cast<std::uint32_t>(end - begin);
      return;
    }
    const int axis = longest_axis(begin, end);
    const std::size_t middle = begin + (end - begin) / 2;
    const auto item = [&](std::size_t i) {
      return tree.items.begin() + static_cast<std::ptrdiff_t>(i);
    };
    std::nth_element(item(begin), item(middle), item(end), [&](std::uint32_t i, std::uint32_t k) {
      return std::pair(centre(i, axis), i) < std::pair(centre(k, axis), k);
    });
    const std::size_t children = tree.nodes.size();
    tree.nodes[node].first = static_cast<std::uint32_t>(children);
    tree.nodes.resize(children + 2);
    split(children, begin, middle);
    split(children + 1, middle, end);
  }
};
}  // namespace

BoxTree build_box_tree(std::vector<MovingBox> boxes) {
  BoxTree tree;
  tree.boxes = std::move(boxes);
  tree.items.resize(tree.boxes.size());
  std::iota(tree.items.begin(), tree.items.end(), 0u);
  if (tree.items.empty()) return tree;
  tree.nodes.resize(1);
  Builder{tree}.split(0, 0, tree.items.size());
  return tree;
}

void refit(BoxTree& tree) {
  for (std::size_t n = tree.nodes.size(); n-- > 0;) {  // children come after their parents
    BoxNode& node = tree.nodes[n];
    node.box = {};
    for (std::uint32_t i = 0; i < node.count; ++i) {
      node.box.add(tree.boxes[tree.items[node.first + i]]);
    }
    if (node.count > 0) continue;
    node.box.add(tree.nodes[node.first].box);
    node.box.add(tree.nodes[node.first + 1].box);
  }
}

}  // namespace graze::linear
