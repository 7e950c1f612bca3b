// SPDX-License-Identifier: MIT
// How many pairs of a scene are checked, without looking at each.
#pragma once
#include <graze/scene/scene.h>

#include <cstddef>

namespace graze {

/// checked_pairs(scene).size(), in time linear in the bodies plus the square of the names that the
/// rules mention, not in the pairs.
std::size_t checked_pair_count(const Scene& scene);

}  // namespace graze
