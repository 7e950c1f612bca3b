// SPDX-License-Identifier: MIT
// Question   Is one body (a shell of it) wholly inside the other?                              [K8]
// Source     Zachwieja 1992, section 3.4, conditions 1 and 2, which the paper assumes away.
// Guarantee  Exact for the placed coordinates.
// Changed    One vertex for each shell instead of every vertex.
#include "methods/backtracking/containment.h"

#include <algorithm>

#include "graze/geometry/point_inclusion.h"
#include "methods/backtracking/box_overlap.h"

namespace graze::backtracking {
namespace {
bool has_shell_inside(const ClosedPolyhedron& inner, const TriangleMesh& outer,
                      const Pose& outer_from_inner) {
  const auto& shells = inner.shell_vertices();
  return std::any_of(shells.begin(), shells.end(), [&](VertexId v) {
    const Vec3 p = outer_from_inner * inner.mesh().vertices()[v.index()];
    return outer.bounds().contains(p) && place_of(p, outer) == PointPlace::kInside;
  });
}
}  // namespace

bool one_is_inside(const Placement& placement) {
  const BacktrackingBody& a = placement.body(Side::kA);
  const BacktrackingBody& b = placement.body(Side::kB);
  const Pose& a_from_b = placement.a_from_b();
  if (!may_overlap(a.tree.nodes()[0].box, b.tree.nodes()[0].box, a_from_b)) return false;
  return has_shell_inside(a.polyhedron, b.polyhedron.mesh(), inverse(a_from_b)) ||
         has_shell_inside(b.polyhedron, a.polyhedron.mesh(), a_from_b);
}

}  // namespace graze::backtracking
