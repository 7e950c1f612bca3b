// SPDX-License-Identifier: MIT
// What the nodes of a soft body do beside moving as one.                                 [V4, V5]
#pragma once
#include <span>

#include "dynamics/world_data.h"

namespace graze::dynamics::by_volume {

/// Takes energy from the trembling of a soft body whose nodes are at x, as far as there is any: a
/// free one keeps its momenta; of one that is held every motion is trembling; one that something
/// carries along is left alone. How much it took.
double calm(const World::Data& world, std::size_t body, std::span<const Vec3> x, std::span<Vec3> v,
            double energy);

/// The same of all soft bodies of the state, each by its part of their trembling.
double calm_all(World::Data& world, double energy);

}  // namespace graze::dynamics::by_volume
