// SPDX-License-Identifier: MIT
// Meshes for tests: random soups with everything a user's file may contain, and a bumpy sphere.
#pragma once
#include <cstdint>
#include <random>

#include "graze/geometry/triangle_mesh.h"
#include "graze/math/pose.h"

namespace graze::test {

/// Rings times segments times two triangles (a few at the poles have no area), radius about 1.
TriangleMesh bumpy_sphere(std::uint32_t rings, std::uint32_t segments);

struct SoupOptions {
  std::size_t triangles = 50;
  double scale = 1.0;          ///< size of the whole
  Vec3 offset = Vec3::Zero();  ///< of the whole
  double triangle_size = 0.2;  ///< of one triangle, times scale
  double odd_share = 0.2;      ///< share of slivers, segments, points, copies and coplanar pieces
};

TriangleMesh random_soup(std::mt19937_64& random, const SoupOptions& options = {});

Vec3 random_vector(std::mt19937_64& random,
                   double size = 1.0);  ///< uniform in a cube of half `size`
Mat3 random_rotation(std::mt19937_64& random);
/// Anyhow turned, somewhere in a cube of half `room`.
Pose random_pose(std::mt19937_64& random, double room);

}  // namespace graze::test
