// SPDX-License-Identifier: MIT
// Vertices at exactly equal coordinates.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "graze/math/vec.h"

namespace graze {

/// For each vertex the first one at the same place; 0 and -0 are equal. O(n log n).
std::vector<std::uint32_t> first_at_same_place(std::span<const Vec3> vertices);

}  // namespace graze
