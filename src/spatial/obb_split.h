// SPDX-License-Identifier: MIT
// Where a node's triangles are divided.                                                       [C3]
#pragma once
#include <span>

#include "graze/spatial/obb_tree.h"
#include "spatial/node_sample.h"

namespace graze {

/// Reorders `triangles` (at least two) so that the first part goes to one child and the rest to the
/// other; returns the size of the first part, at least 1 and less than all. Depends only on the
/// triangles, their order, the box and the rule. `sample` is theirs.
std::size_t split_triangles(std::span<BuildTriangle> triangles, const NodeSample& sample,
                            const Box& box, ObbSplit rule);

}  // namespace graze
