// SPDX-License-Identifier: MIT
#include "methods/octree/containment.h"

#include <algorithm>

#include "graze/geometry/point_inclusion.h"

namespace graze::octree {
namespace {
bool holds(const Octree& outer, const Vec3& p) {
  const CellColour colour = colour_at(outer, p);
  if (colour != CellColour::kGray) return colour == CellColour::kBlack;
  return is_inside(p, outer.mesh());
}

bool holds_part_of(const SweptBody& outer, const SweptBody& inner) {
  if (!outer.octree.is_solid()) return false;
  const Pose outer_from_inner = inverse(outer.sweep.begin) * inner.sweep.begin;
  const auto shells = inner.octree.shells();
  return std::any_of(shells.begin(), shells.end(),
                     [&](const Vec3& p) { return holds(outer.octree, outer_from_inner * p); });
}
}  // namespace

bool is_one_inside(const SweptBody& a, const SweptBody& b) {
  return holds_part_of(a, b) || holds_part_of(b, a);
}

}  // namespace graze::octree
