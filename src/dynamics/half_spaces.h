// SPDX-License-Identifier: MIT
// Half-spaces in a world: boxes around all that may come near them.                         [C11]
#pragma once
#include <optional>

#include "dynamics/world_data.h"

namespace graze::dynamics {

/// Side of a square as large as the mean triangle; at least the growth.
double grain_of(const TriangleMesh& mesh, double growth);

/// Gives each half-space a box that reaches farther than the dynamic bodies get in the next step. A
/// function of bodies, commands and state alone, as steps are.
void bound_half_spaces(World::Data& world);

/// The direction, world frame, in which bodies leave a half-space; none for other bodies.
std::optional<Vec3> outward_of(const World::Data& world, std::size_t body);

}  // namespace graze::dynamics
