// SPDX-License-Identifier: MIT
// Surfaces that enclose nothing, made into solids: grounds, walls, half-spaces.              [V8]
#pragma once
#include <graze/geometry/triangle_mesh.h>

namespace graze {

/// The solid between an open surface and its copy moved by `into_solid`, with walls along the
/// boundary: closed, whatever holes and pieces the surface has. The surface's normals look out of
/// the solid, so `into_solid` points against them. Throws InputError if it is zero or not finite.
TriangleMesh extruded(const TriangleMesh& surface, const Vec3& into_solid);

/// The part of the half-space normal . x <= offset that bodies inside `around` can meet: a slab
/// that is larger than the box on every side. Throws InputError for a zero normal or an empty box.
TriangleMesh half_space_solid(const Vec3& normal, double offset, const Aabb& around);

}  // namespace graze
