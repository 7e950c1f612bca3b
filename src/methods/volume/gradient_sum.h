// SPDX-License-Identifier: MIT
// Gradients summed by vertex.
#pragma once
#include <algorithm>
#include <bit>
#include <cstdint>
#include <vector>

#include "graze/contact/overlap_volume.h"

namespace graze::volume {

/// Gradients by vertex, in the order in which vertices turn up.
class GradientSum {
 public:
  /// Makes room for so many vertices.
  void reserve(std::size_t vertices) {
    if (2 * vertices > slots_.size()) grow(2 * vertices);
  }
  void add(std::uint32_t vertex, int axis, double value) { of(vertex)[axis] += value; }

  std::vector<VertexGradient> take() { return std::move(found_); }

 private:
  Vec3& of(std::uint32_t vertex) {
    if (2 * found_.size() >= slots_.size()) grow(4 * slots_.size());
    std::uint32_t& slot = slot_of(vertex);
    if (slot == 0) {
      found_.push_back({VertexId(std::size_t{vertex}), Vec3::Zero()});
      slot = static_cast<std::uint32_t>(found_.size());
    }
    return found_[slot - 1].gradient;
  }

  std::uint32_t& slot_of(std::uint32_t vertex) {
    const std::size_t mask = slots_.size() - 1;
    std::size_t h = (vertex * 0x9e3779b1u) & mask;
    while (slots_[h] != 0 && found_[slots_[h] - 1].vertex.value != vertex) h = (h + 1) & mask;
    return slots_[h];
  }

  void grow(std::size_t slots) {
    slots_.assign(std::bit_ceil(std::max<std::size_t>(slots, 64)), 0);
    for (std::size_t k = 0; k < found_.size(); ++k) {
      slot_of(found_[k].vertex.value) = static_cast<std::uint32_t>(k + 1);
    }
  }

  std::vector<std::uint32_t> slots_;  // 0: free; else one more than the place in found_
  std::vector<VertexGradient> found_;
};

}  // namespace graze::volume
