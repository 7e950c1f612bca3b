// SPDX-License-Identifier: MIT
// What a proof may use about a mesh, established once per mesh from its triangles alone.       [G2]
#pragma once
#include <graze/spatial/obb_tree.h>

#include <map>
#include <memory>
#include <vector>

namespace graze {

/// A tree of boxes that nobody has to trust. Each node has a `slack`: every point of every triangle
/// below it is at most that far from its box. Boxes as the library builds them have a slack of a
/// few roundings; a wrong box has one that makes proofs with it fail. Every triangle is below
/// the root.
class CheckedTree {
 public:
  /// O(triangles * depth). Throws InputError unless leaves hold every triangle.
  explicit CheckedTree(const ObbTree& tree);

  const ObbTree& tree() const { return tree_; }
  double slack(std::uint32_t node) const { return slack_[node]; }
  double radius(std::uint32_t node) const { return radius_[node]; }  ///< about the box's centre
  double extent() const { return extent_; }  ///< no vertex or box with its slack is farther off

 private:
  class Walk;
  ObbTree tree_;
  std::vector<double> slack_, radius_;
  double extent_ = 0.0;
};

/// Checked trees of meshes that were met before, so that instances share one check.
class CheckedTrees {
 public:
  std::shared_ptr<const CheckedTree> of(const ObbTree& tree);

 private:
  std::map<const ObbTree::Data*, std::shared_ptr<const CheckedTree>> known_;
};

}  // namespace graze
