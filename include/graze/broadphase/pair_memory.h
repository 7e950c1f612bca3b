// SPDX-License-Identifier: MIT
// Which of many boxes overlap each other, frame after frame?                                   [C8]
#pragma once
#include <graze/geometry/aabb.h>

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace graze {

/// Keeps a larger box around each box, with room for a few frames of motion, and the pairs of large
/// boxes that overlap. As long as every box stays inside its large one, no other pair can overlap.
class BoxPairMemory {
 public:
  using IndexPair = std::pair<std::uint32_t, std::uint32_t>;

  /// overlapping_pairs(boxes), sorted. If nothing has moved far since the last call, this is linear
  /// in the boxes and the pairs kept.
  std::vector<IndexPair> overlapping(std::span<const Aabb> boxes);

  std::size_t rebuilds() const { return rebuilds_; }  ///< calls that started afresh

 private:
  bool covers(std::span<const Aabb> boxes) const;
  void rebuild(std::span<const Aabb> boxes);

  std::vector<Aabb> last_;        // boxes of the call before
  std::vector<Aabb> large_;       // each contained its box in all calls since the rebuild
  std::vector<IndexPair> pairs_;  // of large boxes
  std::size_t rebuilds_ = 0;
};

}  // namespace graze
