// SPDX-License-Identifier: MIT
// Question   How often does a closed surface wind around a point?                          [K5, V1]
// Source     Signed crossings of the ray from the point along +z.
// Guarantee  Exact: signs of determinants.
// Changed    A ray that meets an edge or a corner is moved by (e, e^2, 0), e positive and smaller
//            than anything: ties of one edge are broken the same way in both of its triangles.
#include "graze/geometry/point_inclusion.h"

#include <algorithm>

#include "graze/geometry/exact_predicates.h"

namespace graze {
namespace {
int sign_of_difference(double a, double b) { return (a > b) - (a < b); }

// On which side of the line p q, seen from +z, the moved point x + (e, e^2) lies. 0 only if p and q
// are at one place.
int side(const Vec3& p, const Vec3& q, const Vec3& x) {
  const int plain = orientation_along(2, p, q, x);
  if (plain != 0) return plain;
  const int rise = sign_of_difference(q.y(), p.y());
  return rise != 0 ? -rise : sign_of_difference(q.x(), p.x());
}

bool is_within(double x, double a, double b, double c) {
  return x >= std::min({a, b, c}) && x <= std::max({a, b, c});
}

// 1 if the vertical line through the moved point meets a triangle that faces up, -1 if it faces
// down.
int line_crossing(const Vec3& x, const Corners& t) {
  const int first = side(t[0], t[1], x);
  if (first == 0 || side(t[1], t[2], x) != first) return 0;
  return side(t[2], t[0], x) == first ? first : 0;
}

bool may_cross(const Vec3& x, const Corners& t) {
  return is_within(x.x(), t[0].x(), t[1].x(), t[2].x()) &&
         is_within(x.y(), t[0].y(), t[1].y(), t[2].y());
}

int ray_crossing(const Vec3& x, const Corners& t) {
  if (!may_cross(x, t)) return 0;
  const int crossing = line_crossing(x, t);
  if (crossing == 0) return 0;
  // Above the point: it is behind a triangle that faces up, in front of one that faces down.
  return orientation(t[0], t[1], t[2], x) == -crossing ? crossing : 0;
}

bool is_on(const Vec3& x, const Corners& t) {
  return may_cross(x, t) && is_within(x.z(), t[0].z(), t[1].z(), t[2].z()) &&
         triangles_intersect_exact({x, x, x}, t);
}
}  // namespace

int winding_number(const Vec3& point, const TriangleMesh& mesh) {
  int winding = 0;
  for (std::size_t i = 0; i < mesh.triangles().size(); ++i) {
    winding += ray_crossing(point, mesh.corners(i));
  }
  return winding;
}

PointPlace place_of(const Vec3& point, const TriangleMesh& mesh) {
  if (!mesh.bounds().contains(point)) return PointPlace::kOutside;
  for (std::size_t i = 0; i < mesh.triangles().size(); ++i) {
    if (is_on(point, mesh.corners(i))) return PointPlace::kOnSurface;
  }
  return winding_number(point, mesh) != 0 ? PointPlace::kInside : PointPlace::kOutside;
}

bool is_inside(const Vec3& point, const TriangleMesh& mesh) {
  return place_of(point, mesh) != PointPlace::kOutside;
}

}  // namespace graze
