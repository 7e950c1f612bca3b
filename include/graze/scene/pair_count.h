// SPDX-License-Identifier: MIT
// How many pairs of a scene are checked, without looking at each.
#pragma once
#include <graze/scene/scene.h>

#include <cstddef>

namespace graze {

/// checked_pairs(scene).size(), in time that grows with the bodies and the square of the names that
/// rules tell apart, not with the pairs.
std::size_t checked_pair_count(const Scene& scene);

}  // namespace graze
