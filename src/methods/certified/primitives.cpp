// SPDX-License-Identifier: MIT
// Question   When do a vertex and a face, or two edges, on two moving bodies first touch?      [C5]
// Source     Redon, Kheddar, Coquillart 2002, section 3.3, asks it with intervals.
// Guarantee  That of `certified`: a primitive is a triangle, perhaps a degenerate one.
// Changed    No case for each kind of pair: closest points of triangles serve all of them.
#include <string>

#include "graze/base/error.h"
#include "graze/methods/certified_primitives.h"

namespace graze {
namespace {
WideObbTree tree_of(const RigidPrimitive& primitive) { return WideObbTree(mesh_of(primitive), 1); }
}  // namespace

TriangleMesh mesh_of(const RigidPrimitive& primitive) {
  const int n = primitive.count;
  if (n < 1 || n > 3) {
    throw InputError({"primitive", std::to_string(n) + " corners",
                      "1 for a vertex, 2 for an edge, 3 for a triangle", ""});
  }
  const auto& p = primitive.corners;
  const auto last = static_cast<std::uint32_t>(n - 1);
  return TriangleMesh({p.begin(), p.begin() + n}, {{0u, std::min(1u, last), last}});
}

ContactReport first_contact_certified(const RigidPrimitive& a, const RigidPrimitive& b,
                                      const CertifiedOptions& options) {
  return first_contact_certified({tree_of(a), a.motion}, {tree_of(b), b.motion}, options);
}

}  // namespace graze
