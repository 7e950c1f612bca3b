// SPDX-License-Identifier: MIT
// Oracle: the intersection of two convex polyhedra by clipping, with volume; no pixels.
#pragma once
#include <vector>

#include "graze/geometry/triangle_mesh.h"
#include "graze/math/pose.h"

namespace graze::test {

/// Convex polygons, counter-clockwise seen from outside.
using Polyhedron = std::vector<std::vector<Vec3>>;

Polyhedron polyhedron_of(const TriangleMesh& convex, const Pose& pose);
/// The part with normal . x <= offset.
Polyhedron clipped(const Polyhedron& convex, const Vec3& normal, double offset);
double volume_of(const Polyhedron& polyhedron);

/// Volume of the intersection of two convex meshes, each moved by its pose.
double common_volume(const TriangleMesh& a, const Pose& world_from_a, const TriangleMesh& b,
                     const Pose& world_from_b);

/// Of two balls.
double lens_volume(double radius_a, double radius_b, double distance);

}  // namespace graze::test
