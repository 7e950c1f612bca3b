// SPDX-License-Identifier: MIT
// Looks at frames of a recording with a test that shares nothing with the solver.           [C11]
#pragma once
#include <graze/scene/scene.h>

#include <span>
#include <utility>
#include <vector>

namespace graze {

/// Pairs of bodies that must not touch but whose triangles meet at these poses. All triangles whose
/// boxes meet are compared by exact predicates, on the corners as the poses place them, rounded.
/// Grown shapes are compared by the distance of their triangles.
std::vector<std::pair<BodyId, BodyId>> intersecting_pairs(const Scene& scene,
                                                          std::span<const Pose> world_from_body);

}  // namespace graze
