// SPDX-License-Identifier: MIT
// A tree over axis-aligned boxes: which of them overlap?                                      [C8]
#pragma once
#include <graze/geometry/aabb.h>

#include <array>
#include <bit>
#include <cstdint>
#include <functional>
#include <span>
#include <utility>
#include <vector>

namespace graze {

/// Built once over boxes that do not change. Median split of the centres along their longest axis;
/// ties are broken by index, so the tree depends on nothing but the boxes.
class AabbTree {
 public:
  /// O(n log n). Empty boxes are left out; infinite ends are allowed.
  explicit AabbTree(std::span<const Aabb> boxes);

  /// All pairs i < j whose boxes overlap (touching included), sorted. O(n log n + pairs) for boxes
  /// that spread.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> overlapping_pairs() const;

  /// Indices of the boxes that overlap `box`, ascending.
  std::vector<std::uint32_t> overlapping(const Aabb& box) const;

  /// True once accept(index) is for a box that overlaps `box`; boxes in no particular order.
  /// Allocates nothing.
  template <typename Accept>
  bool any_overlapping(const Aabb& box, const Accept& accept) const;

 private:
  using Pairs = std::vector<std::pair<std::uint32_t, std::uint32_t>>;
  static constexpr std::uint32_t kLeafSize = 8;
  struct Node {
    Aabb box;
    std::uint32_t first = 0;  // inner: children first, first + 1; leaf: which
    std::uint32_t count = 0;  // boxes of a leaf; 0: inner
  };
  /// Boxes side by side, compared all at once; places without a box hold no numbers.
  struct Leaf {
    double lo[3][kLeafSize], hi[3][kLeafSize];
    std::uint32_t index[kLeafSize];
  };
  struct Entry {
    Vec3 centre;
    std::uint32_t index;
  };
  struct Input {
    std::span<const Aabb> boxes;
    std::vector<Entry> entries;
  };

  void build(Input& input, std::uint32_t node, std::uint32_t begin, std::uint32_t end);
  void add_leaf(const Input& input, std::uint32_t node, std::uint32_t begin, std::uint32_t end);
  void pairs_within(std::uint32_t node, Pairs& pairs) const;
  void pairs_between(std::uint32_t a, std::uint32_t b, Pairs& pairs) const;
  void pairs_of_leaves(const Node& a, const Node& b, Pairs& pairs) const;
  /// Bit k: box k of the leaf overlaps `box`.
  static unsigned overlapping_of(const Leaf& leaf, const Aabb& box);

  static constexpr std::size_t kMostOpen = 64;  // halves of at most 2^32 boxes

  std::size_t boxes_ = 0;  // empty ones included
  std::vector<Node> nodes_;
  std::vector<Leaf> leaves_;
};

template <typename Accept>
bool AabbTree::any_overlapping(const Aabb& box, const Accept& accept) const {
  std::array<std::uint32_t, kMostOpen> open;
  std::size_t count = 0;
  if (!nodes_.empty()) open[count++] = 0;
  while (count > 0) {
    const Node& node = nodes_[open[--count]];
    if (!node.box.overlaps(box)) continue;
    if (node.count == 0) {
      open[count++] = node.first;
      open[count++] = node.first + 1;
      continue;
    }
    const Leaf& leaf = leaves_[node.first];
    for (unsigned bits = overlapping_of(leaf, box); bits != 0; bits &= bits - 1) {
      if (accept(leaf.index[std::countr_zero(bits)])) return true;
    }
  }
  return false;
}

}  // namespace graze
