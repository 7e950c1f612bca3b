// SPDX-License-Identifier: MIT
// First contact of two primitives on moving bodies: a vertex and a face, two edges.           [C5]
#pragma once
#include <graze/methods/certified.h>

#include <array>

namespace graze {

/// A vertex, an edge or a triangle of a body that moves.
struct RigidPrimitive {
  std::array<Vec3, 3> corners;  ///< body frame; the first `count` are meant
  int count = 1;                ///< 1: vertex, 2: edge, 3: triangle
  Motion motion;                ///< world_from_body; has_bounds()
};

/// The one triangle that the primitive is; vertices and edges are degenerate ones.
TriangleMesh mesh_of(const RigidPrimitive& primitive);

/// The first contact of the two, as of two bodies that consist of nothing else: proved, by
/// `certified`. Throws InputError like first_contact_certified, and if a count is not 1, 2 or 3.
ContactReport first_contact_certified(const RigidPrimitive& a, const RigidPrimitive& b,
                                      const CertifiedOptions& options = {});

}  // namespace graze
