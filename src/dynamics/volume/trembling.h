// SPDX-License-Identifier: MIT
// Trembling: how the nodes of a soft body move apart from its rigid motion.              [V4, V5]
#pragma once
#include <span>

#include "dynamics/world_data.h"

namespace graze::dynamics::by_volume {

/// Takes up to `energy` from the trembling of a soft body whose nodes are at x, and returns how
/// much it took. A free body keeps its momenta. For a held body every motion counts as trembling. A
/// body with nodes on a moving carrier is left alone.
double calm(const World::Data& world, std::size_t body, std::span<const Vec3> x, std::span<Vec3> v,
            double energy);

/// The same for all soft bodies of the state, in proportion to their trembling.
double calm_all(World::Data& world, double energy);

}  // namespace graze::dynamics::by_volume
