// SPDX-License-Identifier: MIT
#include "methods/analytic/convex_side.h"

#include <algorithm>
#include <cmath>

#include "math/unit_roundoff.h"

namespace graze::analytic {
namespace {

/// A triangle's plane. Vertices about the centre are rounded by u X (X their largest coordinate),
/// edges by 4 u X, their cross product by 16 u X L; divided by its length that is the normal's
/// error, and times the polytope's size the error of a point's distance to the plane.
SidePlane plane_through(const Corners& c, double size) {
  const Vec3 e = c[1] - c[0], f = c[2] - c[0], cross = e.cross(f);
  const double length = cross.norm(), longest = std::fmax(e.norm(), f.norm());
  if (!(length > 0.0)) return {Vec3::UnitZ(), 0.0, kInfinity};
  const Vec3 normal = cross / length;
  const double doubt = (32.0 * size * longest / length + 16.0) * kU * 3.0 * size;
  return {normal, normal.dot(c[0]), doubt};
}

/// Errors of planes are bounded for points within twice the polytope's size. A point below all
/// planes is: else, on the straight way to it from the vertices' mean, which is below all as well,
/// some point beyond the polytope but within that size would be enclosed by its surface.
void check_mean(ConvexSide& side) {
  Vec3 mean = Vec3::Zero();
  for (const Vec3& v : side.vertices) mean += v / double(side.vertices.size());
  for (SidePlane& plane : side.planes)
    if (!(plane.normal.dot(mean) < plane.offset - plane.doubt)) plane.doubt = kInfinity;
}

void set_heights(ConvexSide& side) {
  side.heights.clear();
  for (const Vec3& n : side.normals) side.heights.push_back(side.support(n));
}
}  // namespace

ConvexSide side_of(const ConvexPolytope& polytope, const Vec3& centre) {
  ConvexSide side;
  double size = 0.0;
  for (const Vec3& v : polytope.mesh().vertices()) {
    side.vertices.push_back(v - centre);
    size = std::fmax(size, side.vertices.back().norm());
  }
  for (const auto& face : polytope.faces()) side.normals.push_back(face.normal);
  for (const auto& edge : polytope.edges()) {
    const Vec3 d = side.vertices[edge.vertices[1]] - side.vertices[edge.vertices[0]];
    side.edges.push_back({d.normalized(), edge.vertices[0], {edge.faces[0], edge.faces[1]}});
  }
  for (const Triangle& t : polytope.mesh().triangles())
    side.planes.push_back(
        plane_through({side.vertices[t[0]], side.vertices[t[1]], side.vertices[t[2]]}, size));
  check_mean(side);
  set_heights(side);
  return side;
}

void set_triangle(ConvexSide& side, const Corners& corners, const Vec3& centre) {
  side.vertices = {corners[0] - centre, corners[1] - centre, corners[2] - centre};
  side.planes.clear();
  side.edges.clear();
  const auto& v = side.vertices;
  Vec3 n = (v[1] - v[0]).cross(v[2] - v[0]);
  n = n.norm() > 0.0 ? Vec3(n.normalized()) : Vec3::UnitZ();
  side.normals = {n, -n};
  for (std::uint32_t k = 0; k < 3; ++k) {
    const Vec3 d = v[(k + 1) % 3] - v[k];
    if (!(d.norm() > 0.0)) continue;
    const Vec3 along = d.normalized(), out = along.cross(n).normalized();
    const auto face = static_cast<std::uint32_t>(side.normals.size());
    side.normals.push_back(out);
    // out = along x n, so n x out = out x (-n) = along.
    side.edges.push_back({along, k, {0, face}});
    side.edges.push_back({along, k, {face, 1}});
  }
  set_heights(side);
}

}  // namespace graze::analytic
