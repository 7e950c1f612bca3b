// SPDX-License-Identifier: MIT
// Where bodies can overlap, and the views that look at it.
#pragma once
#include "methods/volume/images.h"

namespace graze::volume {

/// Box of the body in the frame, tight to 1e-9 of its size: a search in the tree.
Aabb frame_bounds(const DepthBody& body);

/// Box around all intersections of two bounds.
Aabb region_of(std::span<const DepthBody> bodies, std::span<const Aabb> bounds, bool self_overlap);

/// The region with every side at least so long that pixels can be told apart.
Aabb widened(const Aabb& region, std::span<const Aabb> bounds, const std::array<int, 3>& pixels);

/// How many pixels along x, y, z.
std::array<int, 3> pixel_counts(const Aabb& region, const DepthOptions& options);

View make_view(int axis, const Aabb& region, const std::array<int, 3>& pixels,
               std::span<const Aabb> bounds);

}  // namespace graze::volume
