// SPDX-License-Identifier: MIT
// Question   Can two edges be where two solids touch, and along which normal?                  [K6]
// Source     Arcs of the Gauss map: an edge's normals lie between those of its two faces.
// Guarantee  Up to rounding.
// Changed    The paper takes every crossing of edges for a contact.
#include "methods/backtracking/edge_pair.h"

#include <algorithm>

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

/// How far n is outside the arc, as a sine. `along` is the edge's direction as the first triangle
/// runs, which is on its left: a convex edge turns from `from` to `to` about it. 2 for an inner
/// corner and for the far side.
double outside(const Arc& arc, const Vec3& along, const Vec3& n) {
  if (arc.from.cross(arc.to).dot(along) < -kArcSlack || n.dot(arc.from + arc.to) <= 0.0) return 2.0;
  return std::max({0.0, -arc.from.cross(n).dot(along), -n.cross(arc.to).dot(along)});
}

struct FitNormal {
  Vec3 normal = Vec3::Zero();
  double outside = 3.0;
};

/// Parallel edges have no direction across of their own: of their faces' normals and what is
/// between them the one that fits both arcs best.
FitNormal fit_parallel(const Arc& arc, const Vec3& along, const Arc& facing, const Vec3& other) {
  const Vec3 mean = arc.from + arc.to, facing_mean = facing.from + facing.to;
  FitNormal best;
  for (const Vec3& wish : {Vec3(mean - facing_mean), arc.from, arc.to, Vec3(-facing.from),
                           Vec3(-facing.to), mean, Vec3(-facing_mean)}) {
    if (!(wish.norm() > kArcSlack)) continue;
    const Vec3 n = wish.normalized();
    const double worst = std::max(outside(arc, along, n), outside(facing, other, -n));
    if (worst < best.outside) best = {n, worst};
  }
  return best;
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
    const FitNormal fit = fit_parallel(arc, u, facing, v);
    pair.normal = fit.normal;
    pair.can_touch = fit.outside <= kArcSlack;
    return pair;
  }
  pair.normal = across.dot(outward) < 0.0 ? Vec3(-across / sine) : Vec3(across / sine);
  pair.can_touch =
      outside(arc, u, pair.normal) <= kArcSlack && outside(facing, v, -pair.normal) <= kArcSlack;
  return pair;
}

}  // namespace graze::backtracking
