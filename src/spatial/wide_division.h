// SPDX-License-Identifier: MIT
// How the triangles of a wide node are divided between its lanes.                             [C3]
#pragma once
#include <array>
#include <cstddef>
#include <span>

#include "graze/spatial/wide_obb_tree.h"
#include "spatial/obb_fit.h"

namespace graze {

/// Part k is triangles [ends[k - 1], ends[k]) of the node's, which were put in that order.
struct WideDivision {
  std::array<std::size_t, kWideLanes> ends{};
  int count = 0;
};

/// More than one triangle, into 2 to 8 parts of one or more. Planes across the axes of the node's
/// box, by their surfaces. Sizes are multiples of eight where the surfaces do not object, so that
/// the nodes below are full. `by_number`: halves as they come, for trees that get too deep.
WideDivision divide(std::span<BuildTriangle> triangles, const Mat3& axes, bool by_number);

}  // namespace graze
