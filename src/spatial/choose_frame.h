// SPDX-License-Identifier: MIT
// Along which axes a node's box should lie.                                                   [C3]
#pragma once
#include <span>

#include "spatial/node_sample.h"

namespace graze {

/// Orthonormal axes (is_orthonormal) in which the box of the sample has a small surface: the best
/// of the parent's, of the principal ones, of those of extreme points and, for few triangles, of
/// those of the triangles themselves.
Mat3 choose_frame(const NodeSample& sample, const Mat3& parent_axes);

/// The same for one triangle.
Mat3 frame_of_triangle(const BuildTriangle& triangle, const Mat3& parent_axes);

}  // namespace graze
