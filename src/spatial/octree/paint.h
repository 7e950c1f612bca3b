// SPDX-License-Identifier: MIT
// Black or white: the colour of the cells that no face touches.
#pragma once
#include <functional>

#include "spatial/octree/growth.h"

namespace graze::octree {

/// Colours the leaves without faces. `is_inside(p)` is asked once for each connected region of
/// cells.
void paint(Growth& growth, const OctreeCube& root,
           const std::function<bool(const Vec3&)>& is_inside);

/// The node of the leaf, or of the cell itself, that contains `cell`.
std::uint32_t find_node(std::span<const OctreeNode> nodes, const OctreeCell& cell);

}  // namespace graze::octree
