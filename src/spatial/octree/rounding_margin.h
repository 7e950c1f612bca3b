// SPDX-License-Identifier: MIT
// How much the octree's tests are widened so that rounding never turns a touch into a gap.
#pragma once

namespace graze::octree {

/// For coordinates up to `size`. A test places points by a pose (6 roundings), takes differences
/// (1) and projects them on a direction of length at most about 1 (5), or of any length with the
/// gap scaled by it: below 32 units of rounding of `size` on each side of a comparison. 2^-46 is
/// 128 of them.
inline double rounding_margin(double size) { return 0x1p-46 * size; }

}  // namespace graze::octree
