// SPDX-License-Identifier: MIT
// Question   Which nodes of the binary tree should stand side by side in wide nodes?       [C3, C7]
// Source     Ylitie, Karras, Laine 2017, section 3.1 (optimal conversion by dynamic programming).
// Guarantee  None is needed: any choice covers every triangle once.
// Changed    Leaves stay as they are and cost nothing; only visits to wide nodes count.
#include "spatial/collapse.h"

namespace graze {

Collapse::Collapse(std::span<const ObbNode> nodes, int width)
    : nodes_(nodes), width_(static_cast<std::size_t>(width)), plans_(nodes.size()) {
  for (std::size_t i = nodes.size(); i-- > 0;) plan(static_cast<std::uint32_t>(i));
}

void Collapse::plan(std::uint32_t index) {
  const ObbNode& node = nodes_[index];
  Plan& plan = plans_[index];
  plan.cost.fill(0.0f);
  plan.to_first.fill(0);
  if (node.is_leaf()) return;
  const Plan& first = plans_[node.first];
  const Plan& second = plans_[node.first + 1];
  for (std::size_t k = 1; k < width_; ++k) {  // k + 1 lanes: i + 1 and k - i
    plan.cost[k] = first.cost[0] + second.cost[k - 1];
    plan.to_first[k] = 1;
    for (std::size_t i = 1; i < k; ++i) {
      const float cost = first.cost[i] + second.cost[k - 1 - i];
      if (!(cost < plan.cost[k])) continue;
      plan.cost[k] = cost;
      plan.to_first[k] = static_cast<std::uint8_t>(i + 1);
    }
  }
  // As one lane it is a wide node of its own, which has all lanes for its subtree.
  const float own = plan.cost[width_ - 1] + static_cast<float>(surface_of(node.box));
  plan.cost[0] = own;
  for (std::size_t k = 1; k + 1 < width_; ++k) {  // never cheaper than dividing it into all lanes
    if (!(own < plan.cost[k])) continue;
    plan.cost[k] = own;
    plan.to_first[k] = 0;
  }
}

void Collapse::add_lanes(std::uint32_t index, int lanes, WideChildren& children) const {
  const ObbNode& node = nodes_[index];
  const int to_first = plans_[index].to_first[static_cast<std::size_t>(lanes - 1)];
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
