// SPDX-License-Identifier: MIT
// Question   Which nodes of the binary tree should stand side by side in wide nodes?       [C3, C7]
// Source     Ylitie, Karras, Laine 2017, section 3.1 (optimal conversion by dynamic programming).
// Guarantee  None is needed: any choice covers every triangle once.
// Changed    Leaves stay as they are and cost nothing; only visits to wide nodes count.
#include "spatial/collapse.h"

namespace graze {

Collapse::Collapse(std::span<const ObbNode> nodes, int width)
    : nodes_(nodes), width_(static_cast<std::size_t>(width)), divisions_(nodes.size()) {
  if (!nodes.empty()) plan(0);
}

Collapse::Costs Collapse::plan(std::uint32_t index) {
  const ObbNode& node = nodes_[index];
  Costs cost{};
  if (node.is_leaf()) return cost;
  const Costs first = plan(node.first), second = plan(node.first + 1);
  Division& to_first = divisions_[index];
  for (std::size_t k = 1; k < width_; ++k) {  // k + 1 lanes: i + 1 and k - i
    float least = first[0] + second[k - 1];
    std::size_t lanes = 1;
    for (std::size_t i = 1; i < k; ++i) {
      const float sum = first[i] + second[k - 1 - i];
      lanes = sum < least ? i + 1 : lanes;
      least = sum < least ? sum : least;
    }
    cost[k] = least;
    to_first[k] = static_cast<std::uint8_t>(lanes);
  }
  // As one lane it is a wide node of its own, which has all lanes for its subtree.
  cost[0] = cost[width_ - 1] + static_cast<float>(surface_of(node.box));
  for (std::size_t k = 1; k + 1 < width_; ++k) {  // never cheaper than dividing it into all lanes
    if (!(cost[0] < cost[k])) continue;
    cost[k] = cost[0];
    to_first[k] = 0;
  }
  return cost;
}

void Collapse::add_lanes(std::uint32_t index, int lanes, WideChildren& children) const {
  const ObbNode& node = nodes_[index];
  const int to_first = divisions_[index][static_cast<std::size_t>(lanes - 1)];
  if (node.is_leaf() || to_first == 0) {
    children.nodes[static_cast<std::size_t>(children.count++)] = index;
    return;
  }
  add_lanes(node.first, to_first, children);
  add_lanes(node.first + 1, lanes - to_first, children);
}

WideChildren Collapse::children_of(std::uint32_t top) const {
  WideChildren children;
  add_lanes(top, static_cast<int>(width_), children);
  return children;
}

}  // namespace graze
