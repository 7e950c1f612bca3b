// SPDX-License-Identifier: MIT
// Which of many axis-aligned boxes overlap each other?                                        [C8]
#pragma once
#include <graze/geometry/aabb.h>

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

namespace graze {

/// All pairs i < j whose boxes overlap (touching included), sorted. Empty boxes overlap nothing;
/// infinite ends are allowed. O(n log n + pairs) for n boxes that are spread out.
std::vector<std::pair<std::uint32_t, std::uint32_t>> overlapping_pairs(std::span<const Aabb> boxes);

}  // namespace graze
