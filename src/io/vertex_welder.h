// SPDX-License-Identifier: MIT
// Gives equal points one number. For formats that repeat the coordinates for every triangle.
#pragma once
#include <cstdint>
#include <vector>

#include "graze/math/vec.h"

namespace graze::io {

/// Points are equal if their coordinates are (-0 equals 0). Open addressing, at most half full.
class VertexWelder {
 public:
  explicit VertexWelder(std::size_t expected_points);

  /// Brings the point's place closer to the processor; worth it some points ahead of add.
  void expect(const Vec3& point) const;
  /// The number of the point; new points are numbered in the order they come.
  std::uint32_t add(const Vec3& point);
  std::vector<Vec3> take() { return std::move(points_); }

 private:
  void grow();

  std::vector<Vec3> points_;
  std::vector<std::uint32_t> slots_;  ///< number of a point + 1; 0: free
  std::size_t mask_;
};

}  // namespace graze::io
