// SPDX-License-Identifier: MIT
// A polygon of a mesh file becomes triangles.
#pragma once
#include <cstdint>
#include <span>
#include <vector>

#include "graze/geometry/triangle_mesh.h"

namespace graze::io {

/// Concave polygons with more corners are refused by the readers: cutting ears takes quadratic
/// time.
constexpr std::size_t kMaxConcaveCorners = 4096;

enum class PolygonFit { kFan, kEars, kTooLarge };

/// Memory that many polygons in a row share; the caller keeps it.
struct PolygonScratch {
  std::vector<Vec3> local;
  std::vector<Eigen::Vector2d> flat;
};

/// Writes exactly corners.size() - 2 triangles to `out`, each with the polygon's orientation. Needs
/// at least three corners and valid indices. A convex polygon (seen along its mean normal) is cut
/// as a fan from its first corner, any other by clipping ears. A polygon that is not planar becomes
/// the surface of those triangles. Writes nothing if the answer is kTooLarge.
PolygonFit triangulate_polygon(std::span<const std::uint32_t> corners,
                               std::span<const Vec3> vertices, std::span<Triangle> out,
                               PolygonScratch& scratch);

}  // namespace graze::io
