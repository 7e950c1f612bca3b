// SPDX-License-Identifier: MIT
// Question   Do two cells of two moving octrees stay apart during a step?                     [O3]
// Source     15 separating axes of boxes; two-sided bound: a direction that separates at both ends
//            by more than the bulges separates in between.
// Guarantee  `separate` is never true for cells that meet.
// Changed    The paper brings the trees into one grid; here they stay in their bodies. What is
//            computed once for a pair of trees replaces what OBB trees compute for every node.
#include "detect/octree_sweep/cell_axes.h"

#include <algorithm>

namespace graze::octree_sweep {
namespace {
Vec3 unit_or(const Vec3& v, const Vec3& fallback) {
  const double length = v.norm();
  return length > 1e-3 ? Vec3(v / length) : fallback;
}

/// Body axis k halfway through the step; at its begin after half a turn.
Vec3 middle_axis(const SweptPose& sweep, int k) {
  const Vec3 begin = sweep.begin.rotation.col(k), end = sweep.end.rotation.col(k);
  return unit_or(begin + end, unit_or(begin, Vec3::UnitX()));
}
}  // namespace

PlacedCell root_cell(const Octree& octree) {
  const OctreeCube& root = octree.root();
  return {0, 0, root.lo + Vec3::Constant(0.5 * root.side), root.side};
}

CellAxes::CellAxes(const SweptBody& a, const SweptBody& b, double reach) : reach_(reach) {
  std::array<Vec3, 3> axes_a, axes_b;
  for (int k = 0; k < 3; ++k) {
    axes_a[static_cast<std::size_t>(k)] = middle_axis(a.sweep, k);
    axes_b[static_cast<std::size_t>(k)] = middle_axis(b.sweep, k);
    set(k, a, b, axes_a[static_cast<std::size_t>(k)]);
    set(3 + k, a, b, axes_b[static_cast<std::size_t>(k)]);
  }
  int lane = 6;
  for (const Vec3& axis_a : axes_a) {
    for (const Vec3& axis_b : axes_b) set(lane++, a, b, unit_or(axis_a.cross(axis_b), axis_a));
  }
  // The sixteenth lane: across the way that the bodies go past each other.
  const Vec3 apart = b.sweep.begin.translation - a.sweep.begin.translation;
  const Vec3 way = b.sweep.end.translation - a.sweep.end.translation - apart;
  set(lane, a, b, unit_or(way.cross(apart.cross(way)), axes_a[0]));
}

void CellAxes::set(int lane, const SweptBody& a, const SweptBody& b, const Vec3& n) {
  Block& block = blocks_[static_cast<std::size_t>(lane / 8)];
  const int at = lane % 8;
  const Vec3 a0 = transpose_times(a.sweep.begin.rotation, n);
  const Vec3 a1 = transpose_times(a.sweep.end.rotation, n);
  const Vec3 b0 = transpose_times(b.sweep.begin.rotation, n);
  const Vec3 b1 = transpose_times(b.sweep.end.rotation, n);
  for (int k = 0; k < 3; ++k) {
    block.a_begin[k][at] = a0[k];
    block.a_end[k][at] = a1[k];
    block.b_begin[k][at] = b0[k];
    block.b_end[k][at] = b1[k];
  }
  block.offset_begin[at] = n.dot(b.sweep.begin.translation - a.sweep.begin.translation);
  block.offset_end[at] = n.dot(b.sweep.end.translation - a.sweep.end.translation);
  block.a_radius_begin[at] = 0.5 * a0.cwiseAbs().sum();
  block.a_radius_end[at] = 0.5 * a1.cwiseAbs().sum();
  block.b_radius_begin[at] = 0.5 * b0.cwiseAbs().sum();
  block.b_radius_end[at] = 0.5 * b1.cwiseAbs().sum();
}

CellAxes::Gaps CellAxes::gaps(const Block& block, const PlacedCell& a, const PlacedCell& b) const {
  Lanes begin = block.offset_begin, end = block.offset_end;
  for (int k = 0; k < 3; ++k) {
    begin += block.b_begin[k] * b.centre[k] - block.a_begin[k] * a.centre[k];
    end += block.b_end[k] * b.centre[k] - block.a_end[k] * a.centre[k];
  }
  const Lanes r0 = a.side * block.a_radius_begin + b.side * block.b_radius_begin + reach_;
  const Lanes r1 = a.side * block.a_radius_end + b.side * block.b_radius_end + reach_;
  return {begin - r0, end - r1, -begin - r0, -end - r1};
}

double CellAxes::gap(const Block& block, const PlacedCell& a, const PlacedCell& b) const {
  const Gaps g = gaps(block, a, b);
  return g.begin_ahead.min(g.end_ahead).max(g.begin_behind.min(g.end_behind)).maxCoeff();
}

double CellAxes::earliest(const PlacedCell& a, const PlacedCell& b) const {
  double latest = 0.0;
  const auto closing = [&](double begin, double end) {
    if (begin > 0.0 && end <= 0.0) {
      latest = std::max(latest, begin / (begin - end) * (1.0 - 0x1p-50));
    }
  };
  for (const Block& block : blocks_) {
    const Gaps g = gaps(block, a, b);
    for (int lane = 0; lane < 8; ++lane) {
      closing(g.begin_ahead[lane], g.end_ahead[lane]);
      closing(g.begin_behind[lane], g.end_behind[lane]);
    }
  }
  return latest;
}

}  // namespace graze::octree_sweep
