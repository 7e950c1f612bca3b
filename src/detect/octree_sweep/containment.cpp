// SPDX-License-Identifier: MIT
#include "detect/octree_sweep/containment.h"

#include "graze/geometry/point_inclusion.h"

namespace graze::octree_sweep {
namespace {
bool holds_vertex_of(const SweptBody& outer, const SweptBody& inner) {
  const TriangleMesh& mesh = inner.octree.mesh();
  if (!outer.octree.is_solid() || mesh.is_empty()) return false;
  const Vec3 p_world = inner.sweep.begin * mesh.vertices()[mesh.triangles()[0][0]];
  const Vec3 p = inverse(outer.sweep.begin) * p_world;
  const CellColour colour = colour_at(outer.octree, p);
  if (colour != CellColour::kGray) return colour == CellColour::kBlack;
  return is_inside(p, outer.octree.mesh());
}
}  // namespace

bool is_one_inside(const SweptBody& a, const SweptBody& b) {
  return holds_vertex_of(a, b) || holds_vertex_of(b, a);
}

}  // namespace graze::octree_sweep
