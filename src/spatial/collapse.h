// SPDX-License-Identifier: MIT
// Which nodes of the binary tree become the children of wide nodes.                           [C3]
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "graze/spatial/wide_obb_tree.h"

namespace graze {

/// Up to eight binary nodes that together cover what is below another one.
struct WideChildren {
  std::array<std::uint32_t, kWideLanes> nodes{};
  int count = 0;
};

/// The division into wide nodes whose surfaces sum up to the least: the fewest visits to expect.
class Collapse {
 public:
  Collapse(std::span<const ObbNode> nodes, int width);  ///< 2 to kWideLanes lanes a node

  /// The lanes of the wide node made from binary node `top`.
  WideChildren children_of(std::uint32_t top) const;

 private:
  /// For one binary node: the least cost of covering its subtree with at most k + 1 lanes, and how
  /// many of them the first child gets (0: the node itself is one lane).
  using Costs = std::array<float, kWideLanes>;
  using Division = std::array<std::uint8_t, kWideLanes>;
  Costs plan(std::uint32_t node);
  void add_lanes(std::uint32_t node, int lanes, WideChildren& children) const;

  std::span<const ObbNode> nodes_;
  std::size_t width_;
  std::vector<Division> divisions_;
};

}  // namespace graze
