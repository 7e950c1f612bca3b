// SPDX-License-Identifier: MIT
// Question   What solid does an open, one-sided surface bound?                               [V8]
// Source     Faure et al. 2008, section 5: "the boundary of a half-infinite volume".
// Guarantee  The result is closed: every edge is used as often in one direction as in the other.
// Changed    The volume is finite, so that every method that takes closed meshes takes it.
#include <map>

#include "graze/base/error.h"
#include "graze/methods/volume_open.h"

namespace graze {
namespace {
using DirectedEdge = std::pair<std::uint32_t, std::uint32_t>;

/// How much more often an edge (lower id first) is used forward than backward.
std::map<DirectedEdge, int> edge_balance(std::span<const Triangle> triangles) {
  std::map<DirectedEdge, int> balance;
  for (const Triangle& t : triangles) {
    for (int k = 0; k < 3; ++k) {
      const std::uint32_t from = t[k], to = t[(k + 1) % 3];
      if (from < to) ++balance[{from, to}];
      if (to < from) --balance[{to, from}];
    }
  }
  return balance;
}

void add_wall(std::vector<Triangle>& triangles, DirectedEdge edge, std::uint32_t below) {
  const auto [a, b] = edge;  // the surface runs from a to b; the wall runs back
  triangles.push_back({b, a, a + below});
  triangles.push_back({b, a + below, b + below});
}
}  // namespace

TriangleMesh extruded(const TriangleMesh& surface, const Vec3& into_solid) {
  if (!(into_solid.norm() > 0.0) || !into_solid.allFinite()) {
    throw InputError({"into_solid", "a zero or infinite vector", "where the solid lies", ""});
  }
  std::vector<Vec3> vertices(surface.vertices().begin(), surface.vertices().end());
  std::vector<Triangle> triangles(surface.triangles().begin(), surface.triangles().end());
  const auto below = static_cast<std::uint32_t>(vertices.size());
  for (const Vec3& v : surface.vertices()) vertices.push_back(v + into_solid);
  for (const Triangle& t : surface.triangles()) {
    triangles.push_back({t[0] + below, t[2] + below, t[1] + below});
  }
  for (const auto& [edge, balance] : edge_balance(surface.triangles())) {
    for (int k = 0; k < balance; ++k) add_wall(triangles, edge, below);
    for (int k = 0; k < -balance; ++k) add_wall(triangles, {edge.second, edge.first}, below);
  }
  return TriangleMesh(std::move(vertices), std::move(triangles));
}

TriangleMesh half_space_solid(const Vec3& normal, double offset, const Aabb& around) {
  const double length = normal.norm();
  if (!(length > 0.0) || !normal.allFinite() || around.is_empty()) {
    throw InputError({"half-space", "a zero normal or an empty box", "a normal and a box", ""});
  }
  const Vec3 n = normal / length;
  const Vec3 u = n.unitOrthogonal(), v = n.cross(u);
  const double reach = 2.0 * around.diagonal() + 1e-9;
  const double height = offset / length - n.dot(around.centre());
  const Vec3 middle = around.centre() + height * n;
  const std::vector<Vec3> corners{middle - reach * u - reach * v, middle + reach * u - reach * v,
                                  middle + reach * u + reach * v, middle - reach * u + reach * v};
  const double depth = reach + std::max(0.0, height) + reach;
  return extruded(TriangleMesh(corners, {{0, 1, 2}, {0, 2, 3}}), -depth * n);
}

}  // namespace graze
