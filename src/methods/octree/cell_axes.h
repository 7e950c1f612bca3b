// SPDX-License-Identifier: MIT
// Fifteen directions that separate cells of two octrees: eight children at once.
#pragma once
#include <array>

#include "graze/methods/octree.h"

namespace graze::octree {

/// A node and its cube, relative to the middle of its octree's root.
struct PlacedCell {
  std::uint32_t node = 0;
  int level = 0;
  Eigen::Vector3f centre = Eigen::Vector3f::Zero();
  float side = 0.0f;

  PlacedCell child(std::uint32_t first, std::uint32_t k) const {
    const float q = 0.25f * side;
    const Eigen::Vector3f way(k & 1 ? q : -q, k & 2 ? q : -q, k & 4 ? q : -q);
    return {first + k, level + 1, centre + way, 0.5f * side};
  }
};
PlacedCell root_cell(const Octree& octree);

/// All cells of an octree have the same axes, so that directions, and a cell's radius along them
/// in parts of its side, are the same for every pair of cells: computed once for a pair of bodies.
/// Single precision: the rounding is part of the reach.
class CellAxes {
 public:
  /// `reach`: what the bodies may come nearer than their chords: bulges, paddings, margin.
  CellAxes(const SweptBody& a, const SweptBody& b, double reach);

  /// Bits of the children of a's cell that may meet b's cell during the step; `of_b` for children
  /// of b's cell. The other bits have a direction that keeps the cells apart all the time.
  unsigned meeting_children(const PlacedCell& a, const PlacedCell& b, bool of_b) const;
  bool may_meet(const PlacedCell& a, const PlacedCell& b) const;
  /// The share of the step before which the cells surely do not meet.
  double earliest(const PlacedCell& a, const PlacedCell& b) const;

 private:
  static constexpr int kAxes = 16;
  using Axes = Eigen::Array<float, kAxes, 1>;
  using Children = Eigen::Array<float, 8, 1>;

  /// At one end of the step.
  struct End {
    Axes a[3], b[3];          // components of the directions in each body's frame
    Axes offset;              // of the roots' middles, along the directions
    Axes a_radius, b_radius;  // of cells of side 1
    std::array<Children, kAxes> a_children, b_children;  // middles in a cell of side 1
  };
  static void finish(End& end);  // radii and children from the components
  Axes middles(const End& end, const PlacedCell& a, const PlacedCell& b) const;
  Axes radii(const End& end, float side_a, float side_b) const;

  End begin_, end_;
  float reach_ = 0.0f;
};

}  // namespace graze::octree
