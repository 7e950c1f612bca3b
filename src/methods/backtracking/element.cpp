// SPDX-License-Identifier: MIT
// Question   Is a vertex behind a face, does an edge go through a surface, at an instant?  [K5, K6]
// Source     Zachwieja 1992, sections 3.6 and 3.7.
// Guarantee  Right up to rounding for the elements it looks at.
// Changed    What touches at the start of the step has to go deeper before it counts.
#include "methods/backtracking/element.h"

#include <algorithm>

#include "methods/backtracking/crossings.h"
#include "methods/backtracking/edge_pair.h"

namespace graze::backtracking {
namespace {
double depth_of_vertex(const Element& element, Placement& placement) {
  const Vec3 p = placement.vertex(element.side, element.feature);
  return -placement.height(p, other(element.side), element.face);
}

/// Shallow, and so counted as free: out by the nearer of its end and a side of the face.
WayOut shallow_way_out(const Element& element, TriangleId face, Placement& placement) {
  const auto [p, q] = placement.edge(element.side, EdgeId(element.feature));
  const Side facing = other(element.side);
  const double hp = placement.height(p, facing, face), hq = placement.height(q, facing, face);
  const int end = hp < hq ? 0 : 1;
  WayOut out{WayOut::Kind::kEnd, end, {}, face};
  const ClosedPolyhedron& solid = placement.solid(facing);
  double nearest = -std::min(hp, hq);
  for (const EdgeId id : solid.edges_of(face)) {
    if (solid.edges()[id.index()].is_interior) continue;
    const EdgePair pair = edge_pair(placement, element.side, EdgeId(element.feature), id);
    if (!pair.can_touch || pair.distance() >= nearest) continue;
    nearest = pair.distance();
    out = {WayOut::Kind::kSide, 0, id, face};
  }
  return out;
}

bool edge_is_behind(Element& element, Placement& placement) {
  const EdgeId edge(element.feature);
  const Walk walk = walk_surface(placement, element.side, edge, element.face);
  if (!walk.face) {
    element.out = walk.out;
    return false;
  }
  const bool is_shallow =
      element.threshold > 0.0 &&
      crossing_depth(placement, element.side, edge, *walk.face) <= element.threshold;
  if (is_shallow) {
    element.out = shallow_way_out(element, *walk.face, placement);
    return false;
  }
  element.face = *walk.face;
  return true;
}
}  // namespace

bool is_behind(Element& element, Placement& placement) {
  if (element.kind == Element::Kind::kEdgeSurface) return edge_is_behind(element, placement);
  return depth_of_vertex(element, placement) > element.threshold;
}

double depth_of(const Element& element, Placement& placement) {
  if (element.kind == Element::Kind::kVertexFace) return depth_of_vertex(element, placement);
  const EdgeId edge(element.feature);
  const Walk walk = walk_surface(placement, element.side, edge, element.face);
  return walk.face ? crossing_depth(placement, element.side, edge, *walk.face) : 0.0;
}

}  // namespace graze::backtracking
