// SPDX-License-Identifier: MIT
// Question   Do cells of two moving octrees stay apart during a step?                         [O3]
// Source     15 separating axes of boxes; two-sided bound: a direction that separates at both ends
//            by more than the bulges separates in between.
// Guarantee  A child is left out only if it stays apart. Single precision: at most twelve terms of
//            at most `size` are summed, each with at most eight roundings before the sum, so an
//            error is below 12 (8 + 12) 2^-24 size; middles of cells add 60 2^-24. 2^-15 is 512.
// Changed    The paper brings the trees into one grid; here they stay in their bodies. What is
//            computed once for a pair of trees replaces what OBB trees compute for every node.
#include "methods/octree/cell_axes.h"

#include <algorithm>
#include <cmath>

namespace graze::octree {
namespace {
constexpr int kFaceAxes = 6;

Vec3 unit_or(const Vec3& v, const Vec3& fallback) {
  const double length = v.norm();
  return length > 1e-3 ? Vec3(v / length) : fallback;
}

/// Body axis k halfway through the step; at its start after half a turn.
Vec3 middle_axis(const SweptPose& sweep, int k) {
  const Vec3 begin = sweep.begin.rotation.col(k), end = sweep.end.rotation.col(k);
  return unit_or(begin + end, unit_or(begin, Vec3::UnitX()));
}

Vec3 middle_of(const OctreeCube& cube) { return cube.lo + Vec3::Constant(0.5 * cube.side); }

/// Lane k of x, y and z is direction k: of unit length or a little less.
struct Directions {
  Eigen::Array<float, 16, 1> x, y, z;

  void set(int k, const Vec3& n) {
    x[k] = float(n.x());
    y[k] = float(n.y());
    z[k] = float(n.z());
  }
  Vec3 at(int k) const { return {double(x[k]), double(y[k]), double(z[k])}; }
};

Directions directions(const SweptPose& a, const SweptPose& b, const Vec3& apart, const Vec3& way) {
  Directions all;
  for (int k = 0; k < 3; ++k) {
    all.set(k, middle_axis(a, k));
    all.set(3 + k, middle_axis(b, k));
  }
  for (int k = 0; k < 9; ++k) all.set(6 + k, all.at(k / 3).cross(all.at(3 + k % 3)));
  // The sixteenth: across the way that the bodies go past each other.
  all.set(15, unit_or(way.cross(apart.cross(way)), all.at(0)));
  // Almost parallel edges have a short cross product: it stays short, and separates little.
  const auto length = (all.x.square() + all.y.square() + all.z.square()).sqrt().max(1e-3f).eval();
  all.x /= length;
  all.y /= length;
  all.z /= length;
  return all;
}

const Eigen::Array<float, 8, 1> kCornerX{
    {-0.25f, 0.25f, -0.25f, 0.25f, -0.25f, 0.25f, -0.25f, 0.25f}};
const Eigen::Array<float, 8, 1> kCornerY{
    {-0.25f, -0.25f, 0.25f, 0.25f, -0.25f, -0.25f, 0.25f, 0.25f}};
const Eigen::Array<float, 8, 1> kCornerZ{
    {-0.25f, -0.25f, -0.25f, -0.25f, 0.25f, 0.25f, 0.25f, 0.25f}};
}  // namespace

PlacedCell root_cell(const Octree& octree) {
  return {0, 0, Eigen::Vector3f::Zero(), float(octree.root().side)};
}

CellAxes::CellAxes(const SweptBody& a, const SweptBody& b, double reach) {
  const Vec3 middle_a = middle_of(a.octree.root()), middle_b = middle_of(b.octree.root());
  const Vec3 apart0 = b.sweep.begin * middle_b - a.sweep.begin * middle_a;
  const Vec3 apart1 = b.sweep.end * middle_b - a.sweep.end * middle_a;
  const auto all = directions(a.sweep, b.sweep, apart0, apart1 - apart0);
  const auto fill = [&](End& end, const Pose& pose_a, const Pose& pose_b, const Vec3& apart) {
    const auto along = [&](const Vec3& v) -> Axes {
      return all.x * float(v.x()) + all.y * float(v.y()) + all.z * float(v.z());
    };
    end.offset = along(apart);
    for (int k = 0; k < 3; ++k) {
      end.a[k] = along(pose_a.rotation.col(k));
      end.b[k] = along(pose_b.rotation.col(k));
    }
    finish(end);
  };
  fill(begin_, a.sweep.begin, b.sweep.begin, apart0);
  fill(end_, a.sweep.end, b.sweep.end, apart1);
  const double size =
      apart0.norm() + apart1.norm() + 2.0 * (a.octree.root().side + b.octree.root().side) + reach;
  reach_ = float(reach + 0x1p-15 * size);
}

void CellAxes::finish(End& end) {
  end.a_radius = 0.5f * (end.a[0].abs() + end.a[1].abs() + end.a[2].abs());
  end.b_radius = 0.5f * (end.b[0].abs() + end.b[1].abs() + end.b[2].abs());
  for (int k = 0; k < kAxes; ++k) {
    const auto at = static_cast<std::size_t>(k);
    end.a_children[at] =  // b's middle minus a's
        -(end.a[0][k] * kCornerX + end.a[1][k] * kCornerY + end.a[2][k] * kCornerZ);
    end.b_children[at] = end.b[0][k] * kCornerX + end.b[1][k] * kCornerY + end.b[2][k] * kCornerZ;
  }
}

CellAxes::Axes CellAxes::middles(const End& end, const PlacedCell& a, const PlacedCell& b) const {
  Axes middles = end.offset;
  for (int k = 0; k < 3; ++k) middles += end.b[k] * b.centre[k] - end.a[k] * a.centre[k];
  return middles;
}

CellAxes::Axes CellAxes::radii(const End& end, float side_a, float side_b) const {
  return side_a * end.a_radius + side_b * end.b_radius + reach_;
}

unsigned CellAxes::meeting_children(const PlacedCell& a, const PlacedCell& b, bool of_b) const {
  const Axes m0 = middles(begin_, a, b), m1 = middles(end_, a, b);
  const float side_a = of_b ? a.side : 0.5f * a.side, side_b = of_b ? 0.5f * b.side : b.side;
  const Axes r0 = radii(begin_, side_a, side_b), r1 = radii(end_, side_a, side_b);
  const auto& way0 = of_b ? begin_.b_children : begin_.a_children;
  const auto& way1 = of_b ? end_.b_children : end_.a_children;
  const float side = of_b ? b.side : a.side;
  Children gap = Children::Constant(-1.0f);
  for (int k = 0; k < kAxes; ++k) {
    const auto at = static_cast<std::size_t>(k);
    const Children d0 = m0[k] + side * way0[at], d1 = m1[k] + side * way1[at];
    gap = gap.max((d0 - r0[k]).min(d1 - r1[k])).max((-d0 - r0[k]).min(-d1 - r1[k]));
    if (k == kFaceAxes - 1 && gap.minCoeff() > 0.0f) return 0;
  }
  unsigned mask = 0;
  for (int k = 0; k < 8; ++k) mask |= unsigned(gap[k] <= 0.0f) << k;
  return mask;
}

bool CellAxes::may_meet(const PlacedCell& a, const PlacedCell& b) const {
  const Axes m0 = middles(begin_, a, b), m1 = middles(end_, a, b);
  const Axes r0 = radii(begin_, a.side, b.side), r1 = radii(end_, a.side, b.side);
  return (m0 - r0).min(m1 - r1).max((-m0 - r0).min(-m1 - r1)).maxCoeff() <= 0.0f;
}

double CellAxes::earliest(const PlacedCell& a, const PlacedCell& b) const {
  double latest = 0.0;
  const auto closing = [&](double begin, double end) {
    if (begin > 0.0 && end <= 0.0) {
      latest = std::max(latest, begin / (begin - end) * (1.0 - 0x1p-50));
    }
  };
  const Axes m0 = middles(begin_, a, b), m1 = middles(end_, a, b);
  const Axes r0 = radii(begin_, a.side, b.side), r1 = radii(end_, a.side, b.side);
  for (int k = 0; k < kAxes; ++k) {
    closing(double(m0[k] - r0[k]), double(m1[k] - r1[k]));
    closing(double(-m0[k] - r0[k]), double(-m1[k] - r1[k]));
  }
  return latest;
}

}  // namespace graze::octree
