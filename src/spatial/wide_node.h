// SPDX-License-Identifier: MIT
// Boxes as the lanes of a wide node.                                                      [C3, C7]
#pragma once
#include <span>

#include "graze/spatial/wide_obb_tree.h"

namespace graze {

/// A wide node whose lanes are these boxes, at most eight; children and triangles are set by
/// set_child.
WideObbNode wide_node_of(std::span<const Box* const> boxes);
void set_child(WideObbNode& wide, int lane, std::uint32_t child, std::uint32_t triangles);

}  // namespace graze
