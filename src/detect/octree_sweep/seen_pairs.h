// SPDX-License-Identifier: MIT
// A set of face pairs: cells that meet share faces, and each pair is compared once.
#pragma once
#include <cstdint>
#include <vector>

namespace graze::octree_sweep {

/// Open addressing; grows at half load. Memory is taken with the first pair.
class SeenPairs {
 public:
  /// True the first time.
  bool add(std::uint32_t a, std::uint32_t b) {
    if (2 * count_ >= slots_.size()) grow();
    return place(slots_, (std::uint64_t{a} << 32 | b) + 1);
  }

 private:
  bool place(std::vector<std::uint64_t>& slots, std::uint64_t key) {
    std::size_t at = (key * 0x9e3779b97f4a7c15u) >> 20 & (slots.size() - 1);
    for (; slots[at] != 0; at = (at + 1) & (slots.size() - 1)) {
      if (slots[at] == key) return false;
    }
    slots[at] = key;
    ++count_;
    return true;
  }
  void grow() {
    std::vector<std::uint64_t> larger(slots_.empty() ? 512 : 2 * slots_.size(), 0);
    count_ = 0;
    for (const std::uint64_t key : slots_) {
      if (key != 0) place(larger, key);
    }
    slots_ = std::move(larger);
  }

  std::vector<std::uint64_t> slots_;  // 0: free
  std::size_t count_ = 0;
};

}  // namespace graze::octree_sweep
