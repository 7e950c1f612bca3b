// SPDX-License-Identifier: MIT
// Seeded queries of rigid first contact, by class: what tests, benchmarks and docs measure on.
// [C13]
#pragma once
#include <cstdint>
#include <random>
#include <string_view>

#include "graze/geometry/triangle_mesh.h"
#include "graze/motion/motion.h"
#include "support/random_doubles.h"
#include "support/soups.h"

namespace graze::test {

/// The mesh moved to the origin by the middle of its bounds and scaled to a diagonal of one.
TriangleMesh unit_mesh(const TriangleMesh& mesh);

Vec3 random_direction(std::mt19937_64& random);

/// Big motion: body b starts 0.05 to 0.5 beyond the reach of the two unit meshes, passes through a
/// point near the middle of a and leaves on the other side, while it turns by a screw of 0.2 to 1.5
/// rad.
Motion big_motion(std::mt19937_64& random);

}  // namespace graze::test
