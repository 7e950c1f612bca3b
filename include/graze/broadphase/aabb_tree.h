// SPDX-License-Identifier: MIT
// A tree over axis-aligned boxes: which of them overlap one?                                   [C8]
#pragma once
#include <graze/geometry/aabb.h>

#include <array>
#include <bit>
#include <cstdint>
#include <span>
#include <vector>

namespace graze {

/// Built once over boxes that do not change, eight children per node. Split at the median of the
/// centres along their longest axis; ties are broken by index, so the tree depends on nothing but
/// the boxes. (Pairs among many boxes: overlapping_pairs.h, which needs no tree.)
class AabbTree {
 public:
  /// O(n log n). Empty boxes are left out; infinite ends are allowed.
  explicit AabbTree(std::span<const Aabb> boxes);

  /// Indices of the boxes that overlap `box` (touching included), ascending.
  std::vector<std::uint32_t> overlapping(const Aabb& box) const;

  /// True as soon as accept(index) is true for a box that overlaps `box`. Boxes come in no
  /// particular order. Allocates nothing.
  template <typename Accept>
  bool any_overlapping(const Aabb& box, const Accept& accept) const;

 private:
  static constexpr std::uint32_t kWidth = 8;
  /// The children's boxes side by side in single precision. Rounding keeps the order of numbers, so
  /// boxes that overlap still do. Places without a child hold NaN.
  struct Node {
    float lo[3][kWidth], hi[3][kWidth];
    std::uint32_t child[kWidth];  // nodes; of a leaf: boxes
    bool is_leaf = false;
  };
  struct Entry {
    Vec3 centre;
    std::uint32_t index;
  };
  struct Child {
    Aabb box;
    std::uint32_t which;
  };

  Child build(std::span<Entry> entries);
  void split(std::span<Entry> entries, std::size_t chunk, std::vector<Child>& children);
  Child add_node(std::span<const Child> children, bool is_leaf);
  /// Bit k: child k may overlap `box`.
  static unsigned overlapping_of(const Node& node, const Aabb& box);

  static constexpr std::size_t kMostOpen = 96;  // 2^32 boxes have 11 levels; seven wait per level

  std::vector<Aabb> boxes_;
  std::vector<Node> nodes_;  // the root is the last
};

template <typename Accept>
bool AabbTree::any_overlapping(const Aabb& box, const Accept& accept) const {
  std::array<std::uint32_t, kMostOpen> open;
  std::size_t count = 0;
  if (!nodes_.empty()) open[count++] = static_cast<std::uint32_t>(nodes_.size() - 1);
  while (count > 0) {
    const Node& node = nodes_[open[--count]];
    for (unsigned bits = overlapping_of(node, box); bits != 0; bits &= bits - 1) {
      const std::uint32_t child = node.child[std::countr_zero(bits)];
      if (!node.is_leaf) {
        open[count++] = child;
      } else if (boxes_[child].overlaps(box) && accept(child)) {
        return true;
      }
    }
  }
  return false;
}

}  // namespace graze
