// SPDX-License-Identifier: MIT
// A small oriented box around triangles that provably contains them.                          [C3]
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "graze/geometry/box.h"
#include "graze/geometry/triangle_mesh.h"

namespace graze {

/// A triangle as building sees it: corners beside each other, so that passes stream.
struct BuildTriangle {
  Vec3 corners[3];
  std::uint32_t id = 0;

  Vec3 centroid_times_3() const { return corners[0] + corners[1] + corners[2]; }
};

std::vector<BuildTriangle> build_triangles(const TriangleMesh& mesh);

/// The box of the candidate frame (parent's, principal, of extreme points, of the triangles
/// themselves if few) with the least surface. Contains every corner as real numbers. `triangles` is
/// not empty; coordinates are at most kLargestTreeCoordinate.
Box fit_box(std::span<const BuildTriangle> triangles, const Mat3& parent_axes);
/// The same for one triangle, along its longest edge.
Box fit_box(const BuildTriangle& triangle);

}  // namespace graze
