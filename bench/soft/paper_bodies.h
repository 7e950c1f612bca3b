// SPDX-License-Identifier: MIT
// Bodies of Faure et al. 2008 as code: an octopus, a bowl, a box without a lid.                [V7]
#pragma once
#include <string>

#include "graze/dynamics/world.h"

namespace graze::bench {

/// A head with eight pointed arms, 20,480 triangles, 0.3 m from tip to tip.
TriangleMesh octopus_mesh();
/// Half of a hollow ball, open above: inner radius 0.2 m, 2 cm thick, its middle at the origin.
TriangleMesh bowl_mesh();
/// Soft, of a closed mesh, at a place.
WorldBody soft_lattice(const std::string& name, const TriangleMesh& mesh,
                       const ElasticMaterial& material, int cells_across, const Vec3& at);
/// A rigid body that stands.
WorldBody standing(const std::string& name, Shape shape, const Vec3& at = Vec3::Zero());
/// A floor and four walls, 1 m high, around a square of this side.
void add_open_box(World& world, double side);

/// The octopus above the bowl.
World octopus_in_bowl(const WorldOptions& options);
/// Soft balls above each other in an open box.
World heap_of_balls(const WorldOptions& options, int balls);

}  // namespace graze::bench
