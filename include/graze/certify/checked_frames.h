// SPDX-License-Identifier: MIT
// What a proof may use about a mesh that deforms: one checked tree for each frame.             [G2]
#pragma once
#include <graze/certify/checked_tree.h>
#include <graze/geometry/deformation.h>

#include <memory>
#include <mutex>

namespace graze {

/// The boxes of one tree, fitted to the vertices of each frame. A tree is made when it is first
/// asked for. Safe to use from every thread.
class CheckedFrames {
 public:
  /// `basis` is the tree of a mesh with as many vertices as each frame has.
  CheckedFrames(const ObbTree& basis, Deformation deformation);

  const Deformation& deformation() const { return deformation_; }
  std::shared_ptr<const CheckedTree> tree(std::size_t frame) const;

 private:
  ObbTree basis_;
  Deformation deformation_;
  mutable std::mutex mutex_;
  mutable std::vector<std::shared_ptr<const CheckedTree>> trees_;  ///< null: not asked for yet
};

}  // namespace graze
