// SPDX-License-Identifier: MIT
// Looks at frames of a recording with a test that shares nothing with the solver.           [C11]
#pragma once
#include <graze/scene/scene.h>

#include <span>
#include <utility>
#include <vector>

namespace graze {

/// Pairs of a scene's bodies whose triangles meet at these poses, of those that must not touch:
/// every triangle against every triangle whose boxes meet, by exact predicates on the corners as
/// the poses place them, each rounded. Grown shapes by the distance of their triangles.
std::vector<std::pair<BodyId, BodyId>> intersecting_pairs(const Scene& scene,
                                                          std::span<const Pose> world_from_body);

}  // namespace graze
