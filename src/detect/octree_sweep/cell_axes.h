// SPDX-License-Identifier: MIT
// Fifteen directions that separate cells of two octrees, laid out for SIMD.
#pragma once
#include <array>

#include "graze/detect/octree_sweep.h"

namespace graze::octree_sweep {

/// A node and its cube in the body frame.
struct PlacedCell {
  std::uint32_t node = 0;
  int level = 0;
  Vec3 centre = Vec3::Zero();
  double side = 0.0;

  PlacedCell child(std::uint32_t first, std::uint32_t k) const {
    const double q = 0.25 * side;
    return {first + k, level + 1, centre + Vec3(k & 1 ? q : -q, k & 2 ? q : -q, k & 4 ? q : -q),
            0.5 * side};
  }
};
PlacedCell root_cell(const Octree& octree);

/// All cells of an octree have the same axes, so that directions, and a cell's radius along them
/// in parts of its side, are the same for every pair of cells: computed once for a pair of bodies.
class CellAxes {
 public:
  /// `reach`: what the bodies may come nearer than their chords: bulges, paddings, margin.
  CellAxes(const SweptBody& a, const SweptBody& b, double reach);

  /// A direction keeps the cells apart during the whole step.
  bool separate(const PlacedCell& a, const PlacedCell& b) const {
    return gap(blocks_[0], a, b) > 0.0 || gap(blocks_[1], a, b) > 0.0;
  }
  /// The share of the step before which the cells surely do not meet.
  double earliest(const PlacedCell& a, const PlacedCell& b) const;

 private:
  using Lanes = Eigen::Array<double, 8, 1>;
  /// Gaps of the cells at both ends, for the direction and its opposite.
  struct Gaps {
    Lanes begin_ahead, end_ahead, begin_behind, end_behind;
  };
  struct Block {
    Lanes a_begin[3], a_end[3], b_begin[3], b_end[3];  // components of the direction in each body
    Lanes offset_begin, offset_end;                    // of the body origins
    Lanes a_radius_begin, a_radius_end, b_radius_begin, b_radius_end;  // of cells of side 1
  };
  void set(int lane, const SweptBody& a, const SweptBody& b, const Vec3& direction);
  Gaps gaps(const Block& block, const PlacedCell& a, const PlacedCell& b) const;
  double gap(const Block& block, const PlacedCell& a, const PlacedCell& b) const;

  std::array<Block, 2> blocks_;
  double reach_;
};

}  // namespace graze::octree_sweep
