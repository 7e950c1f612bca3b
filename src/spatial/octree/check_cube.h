// SPDX-License-Identifier: MIT
// Checks of the cube and depth that a caller gives.
#pragma once
#include "graze/spatial/octree.h"

namespace graze::octree {

/// Largest coordinate, for rounding margins.
double size_of(const OctreeCube& cube);

/// Throws InputError unless cube and depth are in range and the cube contains `bounds` (which may
/// be empty).
void check_cube(const OctreeCube& cube, int depth, const Aabb& bounds);

}  // namespace graze::octree
