// SPDX-License-Identifier: MIT
#pragma once
#include <vector>

#include "graze/broadphase/candidate_pairs.h"

namespace graze::broadphase {

/// World boxes of the bodies that are `wanted`, during the span; the others' are empty.
std::vector<Aabb> swept_boxes(std::span<const MovingBounds> bodies, const Interval& span,
                              const std::vector<char>& wanted, int threads);

}  // namespace graze::broadphase
