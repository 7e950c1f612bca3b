// SPDX-License-Identifier: MIT
// Which nodes of a binary tree become the children of wide nodes.                             [C3]
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "graze/spatial/wide_obb_tree.h"

namespace graze {

/// For one binary node: the least cost of covering its subtree with at most k + 1 lanes, and how
/// many of them the first child gets (0: the node itself is one lane).
struct LanePlan {
  std::array<float, kWideLanes> cost = {};
  std::array<std::uint8_t, kWideLanes> to_first = {};
};

/// Of a node above two others; as a wide node of its own it costs `own` and what its lanes cost.
LanePlan joined(const LanePlan& first, const LanePlan& second, float own, std::size_t width);
/// Of the same node where it has to be a lane by itself.
LanePlan alone(const LanePlan& plan);

/// Up to eight binary nodes that together cover what is below another one.
struct WideChildren {
  std::array<std::uint32_t, kWideLanes> nodes{};
  int count = 0;
};

/// A part of a binary tree: node `root`, `leaves` leaves, and what is between them, all from the
/// root's first child on.
struct Subtree {
  std::span<const ObbNode> nodes;
  std::uint32_t root = 0;
  std::size_t leaves = 1;
};

/// The division of a subtree into wide nodes whose surfaces sum up to the least: the fewest visits
/// to expect.
class Collapse {
 public:
  Collapse(const Subtree& of, int width);  ///< 2 to kWideLanes lanes a node

  const LanePlan& plan() const { return plan_; }  ///< of the root
  /// The lanes of the wide node made from binary node `top`.
  WideChildren children_of(std::uint32_t top) const;

 private:
  using Division = std::array<std::uint8_t, kWideLanes>;
  LanePlan plan(std::uint32_t node);
  void add_lanes(std::uint32_t node, int lanes, WideChildren& children) const;
  std::size_t place(std::uint32_t node) const {
    return node == of_.root ? 0 : 1 + node - of_.nodes[of_.root].first;
  }

  Subtree of_;
  std::size_t width_;
  std::vector<Division> divisions_;
  LanePlan plan_;
};

}  // namespace graze
