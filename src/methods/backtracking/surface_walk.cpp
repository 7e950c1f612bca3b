// SPDX-License-Identifier: MIT
// Question   An edge went through a triangle later: does it go through the surface now?        [K6]
// Source     Zachwieja 1992, sections 3.7.1 to 3.7.3.
// Guarantee  "Yes" is right up to rounding. "No" is about the neighbourhood that was walked.
// Changed    The walk goes on over true edges too: an edge that slides over a ridge while it stays
//            inside has not made contact there.
#include "methods/backtracking/surface_walk.h"

#include <cmath>

namespace graze::backtracking {
namespace {
constexpr int kMostSteps = 64;

/// The edge across which to go on towards a point of the triangle's plane; -1: it is inside.
int exit_side(const Corners& corners, const Vec3& normal, const Vec3& point) {
  int worst = -1;
  double most = 0.0;
  for (int k = 0; k < 3; ++k) {
    const Vec3& c = corners[static_cast<std::size_t>(k)];
    const Vec3 along = corners[static_cast<std::size_t>((k + 1) % 3)] - c;
    const double inside = normal.dot(along.cross(point - c)) / along.norm();
    if (inside < most) most = inside, worst = k;
  }
  return worst;
}

WayOut plane_exit(double hp, double hq, TriangleId face) {
  if (hp < 0.0) return {WayOut::Kind::kRear, 0, {}, face};
  return {WayOut::Kind::kEnd, hp <= hq ? 0 : 1, {}, face};
}
}  // namespace

Walk walk_surface(Placement& placement, Side side, EdgeId edge, TriangleId from) {
  const Side facing = other(side);
  const ClosedPolyhedron& solid = placement.solid(facing);
  const auto [p, q] = placement.edge(side, edge);
  Walk walk;
  bool has_left = false;
  TriangleId face = from, previous = from;
  for (int step = 0; step < kMostSteps; ++step) {
    const double hp = placement.height(p, facing, face);
    const double hq = placement.height(q, facing, face);
    if ((hp < 0.0) == (hq < 0.0)) {
      if (!has_left) walk.out = plane_exit(hp, hq, face);
      return walk;
    }
    const Vec3 point = p + hp / (hp - hq) * (q - p);
    const int k = exit_side(placement.corners(facing, face), placement.normal(facing, face), point);
    if (k < 0) {
      walk.face = face;
      return walk;
    }
    const EdgeId across = solid.edges_of(face)[static_cast<std::size_t>(k)];
    if (!solid.edges()[across.index()].is_interior && !has_left) {
      has_left = true;
      walk.out = {WayOut::Kind::kSide, 0, across, face};
    }
    const TriangleId next = solid.neighbour(face, k);
    if (step > 0 && next == previous) return walk;  // to and fro over a ridge: outside
    previous = face;
    face = next;
  }
  return walk;
}

}  // namespace graze::backtracking
