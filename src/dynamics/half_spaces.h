// SPDX-License-Identifier: MIT
// Half-spaces in a world: each is a box that covers everything that may come near it.       [C11]
#pragma once
#include <optional>

#include "dynamics/world_data.h"

namespace graze::dynamics {

/// The side of a square with the area of the mean triangle; at least `growth`.
double grain_of(const TriangleMesh& mesh, double growth);

/// Gives each half-space a box that dynamic bodies cannot leave in the next step. Like a step, it
/// depends only on bodies, commands and state.
void bound_half_spaces(World::Data& world);

/// The outward normal of a half-space, world frame; none for other bodies.
std::optional<Vec3> outward_of(const World::Data& world, std::size_t body);

}  // namespace graze::dynamics
