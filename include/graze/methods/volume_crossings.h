// SPDX-License-Identifier: MIT
// Where two surfaces cross: the boxes that depth images need to show.                     [V1, V5]
#pragma once
#include <graze/methods/volume.h>

#include <vector>

namespace graze {

/// Boxes around the curves in which two surfaces cross, one for each connected piece; none if they
/// do not cross: apart, or one inside the other. Arithmetic is rounded, and coplanar faces do not
/// cross: a hint where to draw, not a proof.
std::vector<Aabb> crossing_regions(const DepthBody& a, const DepthBody& b);
/// The same for a surface with itself; triangles that share a vertex do not cross.
std::vector<Aabb> crossing_regions(const DepthBody& body);
/// Disjoint boxes that contain the given ones.
std::vector<Aabb> joined_where_they_meet(std::vector<Aabb> boxes);

}  // namespace graze
