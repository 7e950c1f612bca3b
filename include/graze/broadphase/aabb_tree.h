// SPDX-License-Identifier: MIT
// A tree over axis-aligned boxes: which of them overlap?                                      [C8]
#pragma once
#include <graze/geometry/aabb.h>

#include <array>
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
  struct Node {
    Aabb box;
    std::uint32_t first = 0;  // inner: children first, first + 1; leaf: entries from first
    std::uint32_t count = 0;  // entries of a leaf; 0: inner
  };
  struct Entry {
    Aabb box;
    Vec3 centre;
    std::uint32_t index;
  };

  void build(std::uint32_t node, std::uint32_t begin, std::uint32_t end);
  void pairs_within(std::uint32_t node, Pairs& pairs) const;
  void pairs_between(std::uint32_t a, std::uint32_t b, Pairs& pairs) const;
  void pairs_of_leaves(const Node& a, const Node& b, Pairs& pairs) const;

  static constexpr std::size_t kMostOpen = 64;  // halves of at most 2^32 boxes

  std::vector<Node> nodes_;
  std::vector<Entry> entries_;
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
    for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
      if (entries_[i].box.overlaps(box) && accept(entries_[i].index)) return true;
    }
  }
  return false;
}

}  // namespace graze
