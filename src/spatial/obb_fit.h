// SPDX-License-Identifier: MIT
// A small oriented box around triangles that provably contains them.                          [C3]
#pragma once
#include <span>

#include "graze/geometry/box.h"
#include "spatial/node_sample.h"

namespace graze {

/// The box along `axes` (is_orthonormal). Contains every corner as real numbers. `triangles` is not
/// empty; coordinates are at most kLargestTreeCoordinate.
Box fit_box_along(std::span<const BuildTriangle> triangles, const Mat3& axes);

/// The same along axes that make it small (choose_frame); `scale` as in NodeSample.
Box fit_box(std::span<const BuildTriangle> triangles, double scale, const Mat3& parent_axes);

}  // namespace graze
