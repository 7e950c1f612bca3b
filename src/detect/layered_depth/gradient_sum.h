// SPDX-License-Identifier: MIT
// Gradients summed by vertex.
#pragma once
#include <algorithm>
#include <cstdint>
#include <vector>

#include "graze/contact/overlap_volume.h"

namespace graze::layered_depth {

/// Gradients by vertex, in the order in which vertices turn up.
class GradientSum {
 public:
  void add(std::uint32_t vertex, int axis, double value) {
    if (2 * found_.size() >= slots_.size()) grow();
    std::uint32_t& slot = slot_of(vertex);
    if (slot == 0) {
      found_.push_back({VertexId(std::size_t{vertex}), Vec3::Zero()});
      slot = static_cast<std::uint32_t>(found_.size());
    }
    found_[slot - 1].gradient[axis] += value;
  }

  std::vector<VertexGradient> take() { return std::move(found_); }

 private:
  std::uint32_t& slot_of(std::uint32_t vertex) {
    const std::size_t mask = slots_.size() - 1;
    std::size_t h = (vertex * 0x9e3779b1u) & mask;
    while (slots_[h] != 0 && found_[slots_[h] - 1].vertex.value != vertex) h = (h + 1) & mask;
    return slots_[h];
  }

  void grow() {
    slots_.assign(std::max<std::size_t>(4 * slots_.size(), 64), 0);
    for (std::size_t k = 0; k < found_.size(); ++k) {
      slot_of(found_[k].vertex.value) = static_cast<std::uint32_t>(k + 1);
    }
  }

  std::vector<std::uint32_t> slots_;  // 0: free; else one more than the place in found_
  std::vector<VertexGradient> found_;
};

}  // namespace graze::layered_depth
