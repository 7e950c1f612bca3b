// SPDX-License-Identifier: MIT
// Cells around a closed mesh that no triangle comes near: all of such a cell is inside or outside.
#pragma once
#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "graze/geometry/point_inclusion.h"

namespace graze {

/// Answers in constant time wherever the surface is not near. Immutable.
class FreeCells {
 public:
  /// `place_of` says where a point that is not on the surface lies; it is asked once for all cells
  /// that are joined. O(triangles + cells).
  FreeCells(const TriangleMesh& mesh, const std::function<PointPlace(const Vec3&)>& place_of);

  /// kInside or kOutside for the whole ball; kOnSurface: not known here.
  PointPlace place_of(const Vec3& point, double radius) const;

 private:
  using Cell = std::array<int, 3>;
  struct Range {
    Cell lo, hi;  // both included
  };
  void lay_out(const Aabb& bounds);
  Vec3 in_cells(const Vec3& p) const { return (p - origin_) * cells_per_length_; }
  Range range_of(const Aabb& box) const;
  bool mark_triangles(const TriangleMesh& mesh);
  void name_parts(const std::function<PointPlace(const Vec3&)>& place_of);
  void fill(std::size_t first, std::uint8_t mark);
  std::size_t index_of(const Cell& cell) const;
  Cell cell_of(std::size_t index) const;
  Vec3 centre_of(std::size_t index) const;

  Vec3 origin_ = Vec3::Zero();
  double cells_per_length_ = 0.0;
  Cell counts_ = {0, 0, 0};
  std::vector<std::uint8_t> marks_;
};

}  // namespace graze
