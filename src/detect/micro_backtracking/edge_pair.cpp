// SPDX-License-Identifier: MIT
// Question   Can two edges be where two solids touch, and along which normal?                  [K6]
// Source     Arcs of the Gauss map: an edge's normals lie between those of its two faces.
// Guarantee  Up to rounding; nearly parallel edges are given the benefit of the doubt.
// Changed    The paper takes every crossing of edges for a contact.
#include "detect/micro_backtracking/edge_pair.h"

namespace graze::backtracking {
namespace {
constexpr double kArcSlack = 1e-6;  // radians, about: faces that lie on each other are arcs' ends
constexpr double kParallel = 1e-9;  // sine of the angle between edges

struct Arc {
  Vec3 from, to;  // outward normals of the two faces
};

Arc arc_of(const Placement& placement, Side side, EdgeId id) {
  const PolyhedronEdge& edge = placement.solid(side).edges()[id.index()];
  return {placement.normal(side, edge.triangles[0]), placement.normal(side, edge.triangles[1])};
}

/// n is across the edge; `along` its direction as the first triangle runs, which is on its left: a
/// convex edge turns from `from` to `to` about it.
bool holds(const Arc& arc, const Vec3& along, const Vec3& n) {
  if (arc.from.cross(arc.to).dot(along) < -kArcSlack) return false;  // an inner corner
  return arc.from.cross(n).dot(along) >= -kArcSlack && n.cross(arc.to).dot(along) >= -kArcSlack &&
         n.dot(arc.from + arc.to) > 0.0;
}
}  // namespace

EdgePair edge_pair(Placement& placement, Side side, EdgeId edge, EdgeId facing_edge) {
  const auto [p, q] = placement.edge(side, edge);
  const auto [r, s] = placement.edge(other(side), facing_edge);
  EdgePair pair;
  pair.nearest = segment_segment(p, q, r, s);
  const Arc arc = arc_of(placement, side, edge);
  const Arc facing = arc_of(placement, other(side), facing_edge);
  const Vec3 outward = arc.from + arc.to - facing.from - facing.to;
  const Vec3 u = (q - p).normalized(), v = (s - r).normalized();
  const Vec3 across = u.cross(v);
  const double sine = across.norm();
  if (sine <= kParallel) {
    pair.normal = outward.norm() > kArcSlack ? outward.normalized() : Vec3(Vec3::Zero());
    pair.can_touch = true;
    return pair;
  }
  pair.normal = across.dot(outward) < 0.0 ? Vec3(-across / sine) : Vec3(across / sine);
  pair.can_touch = holds(arc, u, pair.normal) && holds(facing, v, -pair.normal);
  return pair;
}

}  // namespace graze::backtracking
