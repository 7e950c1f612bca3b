// SPDX-License-Identifier: MIT
// Octrees asked point by point, without the code that builds or traverses them.
#pragma once
#include <cstdint>
#include <random>
#include <vector>

#include "graze/spatial/octree.h"
#include "graze/spatial/swept_pose.h"
#include "support/soups.h"

namespace graze::test {

/// All leaves whose closed cube, grown by `slack`, holds the point: up to eight and more.
std::vector<std::uint32_t> leaves_at(const Octree& octree, const Vec3& p, double slack = 0.0);

/// Some leaf at the point is gray and lists the face.
bool lists_face(const Octree& octree, const Vec3& p, std::uint32_t face, double slack = 0.0);

/// Uniform on a triangle of the mesh.
struct SurfacePoint {
  std::uint32_t face;
  Vec3 p;
};
SurfacePoint random_surface_point(const TriangleMesh& mesh, std::mt19937_64& random);

}  // namespace graze::test
