// SPDX-License-Identifier: MIT
// A large still shape as a few hundred boxes: can a moving box reach any of them?             [C8]
#pragma once
#include <graze/broadphase/aabb_tree.h>
#include <graze/motion/motion_sample.h>
#include <graze/spatial/wide_obb_tree.h>

#include <vector>

namespace graze {

/// At most `most` boxes (>= 1) that together contain the shape, in its body frame, fitted to
/// what is below lanes of its tree, the largest opened first. O(n + most log most).
std::vector<Box> boxes_around(const WideObbTree& tree, std::size_t most);

/// boxes_around a shape, in a tree. Immutable; safe to use from every thread.
class BoxPieces {
 public:
  explicit BoxPieces(const WideObbTree& tree, std::size_t most = 2048);

  std::size_t count() const { return boxes_.size(); }

  /// False only if no piece meets `bounds`.
  bool meets(const Aabb& bounds) const;

  /// False only if the box stays farther than `gap` from every piece during its whole span. Box and
  /// bounds (which contain it, grown by gap) are in the frame of the pieces.
  bool may_be_reached(const SweptBox& mover, const Aabb& bounds, double gap) const;

 private:
  std::vector<SweptBox> boxes_;
  AabbTree tree_;
};

}  // namespace graze
