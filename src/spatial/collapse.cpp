// SPDX-License-Identifier: MIT
// Question   Which nodes of the binary tree should stand side by side in wide nodes?       [C3, C7]
// Source     Ylitie, Karras, Laine 2017, section 3.1 (optimal conversion by dynamic programming).
// Guarantee  None is needed: any choice covers every triangle once.
// Changed    Leaves stay as they are and cost nothing; only visits to wide nodes count.
#include "spatial/collapse.h"

namespace graze {
LanePlan joined(const LanePlan& first, const LanePlan& second, float own, std::size_t width) {
  LanePlan plan;
  for (std::size_t k = 1; k < width; ++k) {  // k + 1 lanes: i + 1 and k - i
    float least = first.cost[0] + second.cost[k - 1];
    std::size_t to_first = 1;
    for (std::size_t i = 1; i < k; ++i) {
      const float cost = first.cost[i] + second.cost[k - 1 - i];
      to_first = cost < least ? i + 1 : to_first;
      least = cost < least ? cost : least;
    }
    plan.cost[k] = least;
    plan.to_first[k] = static_cast<std::uint8_t>(to_first);
  }
  // As one lane it is a wide node of its own, which has all lanes for its subtree.
  own += plan.cost[width - 1];
  plan.cost[0] = own;
  for (std::size_t k = 1; k + 1 < width; ++k) {  // never cheaper than dividing it into all lanes
    if (!(own < plan.cost[k])) continue;
    plan.cost[k] = own;
    plan.to_first[k] = 0;
  }
  return plan;
}

LanePlan alone(const LanePlan& plan) {
  LanePlan result;
  result.cost.fill(plan.cost[0]);
  return result;
}

Collapse::Collapse(const Subtree& of, int width)
    : of_(of), width_(static_cast<std::size_t>(width)), divisions_(2 * of.leaves - 1) {
  plan_ = plan(of.root);
}

LanePlan Collapse::plan(std::uint32_t index) {
  const ObbNode& node = of_.nodes[index];
  if (node.is_leaf()) return {};
  const LanePlan first = plan(node.first), second = plan(node.first + 1);
  const LanePlan plan = joined(first, second, static_cast<float>(surface_of(node.box)), width_);
  divisions_[place(index)] = plan.to_first;
  return plan;
}

void Collapse::add_lanes(std::uint32_t index, int lanes, WideChildren& children) const {
  const ObbNode& node = of_.nodes[index];
  const int to_first = divisions_[place(index)][static_cast<std::size_t>(lanes - 1)];
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
