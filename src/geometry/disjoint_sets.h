// SPDX-License-Identifier: MIT
// Sets that are joined step by step: the connected parts of a mesh.
#pragma once
#include <cstdint>
#include <numeric>
#include <vector>

namespace graze {

class DisjointSets {
 public:
  explicit DisjointSets(std::size_t count) : parent_(count) {
    std::iota(parent_.begin(), parent_.end(), 0u);
  }
  std::uint32_t root(std::uint32_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void join(std::uint32_t a, std::uint32_t b) { parent_[root(a)] = root(b); }
  int count() {
    int roots = 0;
    for (std::uint32_t i = 0; i < parent_.size(); ++i) roots += root(i) == i;
    return roots;
  }

 private:
  std::vector<std::uint32_t> parent_;
};

}  // namespace graze
