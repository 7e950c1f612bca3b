// SPDX-License-Identifier: MIT
// Question   How often does a closed surface wind around a point?                          [K5, V1]
// Source     Signed crossings of the ray from the point along +z.
// Guarantee  Exact: signs of determinants.
// Changed    A ray that meets an edge or a corner is moved by (e, e^2, 0), e positive and smaller
//            than anything: ties of one edge are broken the same way in both of its triangles. A
//            ball that no triangle meets lies where its centre lies.
#include "graze/geometry/point_inclusion.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <numeric>

#include "geometry/free_cells.h"
#include "graze/geometry/exact_predicates.h"
#include "graze/geometry/triangle_distance.h"

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

double enclosed_share(const Vec3& point, const TriangleMesh& mesh) {
  double angles = 0.0;  // halves of the triangles' solid angles
  for (std::size_t i = 0; i < mesh.triangles().size(); ++i) {
    const auto corners = mesh.corners(i);
    const Vec3 a = corners[0] - point, b = corners[1] - point, c = corners[2] - point;
    const double la = a.norm(), lb = b.norm(), lc = c.norm();
    angles +=
        std::atan2(a.dot(b.cross(c)), la * lb * lc + a.dot(b) * lc + b.dot(c) * la + c.dot(a) * lb);
  }
  return angles / (2.0 * std::numbers::pi);
}

namespace {
constexpr std::uint32_t kTrianglesOfLeaf = 8;
constexpr std::size_t kTrianglesForCells = 100;  // in smaller trees a point is found at once

/// <= the distance of the point and the box; subtraction and squares round by less than 8 u.
double distance_below(const Vec3& p, const Aabb& box) {
  const Vec3 outside = (box.lo - p).cwiseMax(p - box.hi).cwiseMax(0.0);
  return outside.norm() * (1.0 - 0x1p-49);
}

bool may_meet(const Vec3& p, double radius, const Corners& t) {
  if (radius == 0.0) return is_on(p, t);
  Aabb all;
  for (const Vec3& corner : t) all.add(corner);
  all.add(p);
  const double error = kDistanceError * all.size().maxCoeff();
  return !(std::sqrt(point_triangle(p, t).distance_sq) > radius + 2.0 * error);
}
}  // namespace

PointLocator::PointLocator(const TriangleMesh& mesh)
    : mesh_(mesh), order_(mesh.triangles().size()) {
  std::iota(order_.begin(), order_.end(), 0u);
  nodes_.push_back({{}, 0, static_cast<std::uint32_t>(order_.size())});
  for (std::uint32_t node = 0; node < nodes_.size(); ++node) split(node);
  if (order_.size() < kTrianglesForCells) return;
  cells_ = std::make_shared<const FreeCells>(
      mesh_, [this](const Vec3& p) { return place_in_tree(p, 0.0); });
}

/// By the middle triangle along the longest side; only the shape of the tree depends on it.
void PointLocator::split(std::uint32_t node) {
  const std::uint32_t first = nodes_[node].first, count = nodes_[node].count;
  const auto begin = order_.begin() + first, end = begin + count;
  for (auto i = begin; i != end; ++i) {
    for (const Vec3& corner : mesh_.corners(*i)) nodes_[node].box.add(corner);
  }
  if (count <= kTrianglesOfLeaf) return;
  int axis = 0;
  nodes_[node].box.size().maxCoeff(&axis);
  const auto key = [&](std::uint32_t i) {
    const auto corners = mesh_.corners(i);
    return corners[0][axis] / 3.0 + corners[1][axis] / 3.0 + corners[2][axis] / 3.0;
  };
  const std::uint32_t half = count / 2;
  std::nth_element(begin, begin + half, end,
                   [&](std::uint32_t i, std::uint32_t j) { return key(i) < key(j); });
  nodes_[node].first = static_cast<std::uint32_t>(nodes_.size());
  nodes_[node].count = 0;
  nodes_.push_back({{}, first, half});
  nodes_.push_back({{}, first + half, count - half});
}

/// Calls visit(corners) for triangles in nodes that enters(box) accepts, until one returns true.
template <typename Enters, typename Visit>
bool PointLocator::any_of(const Enters& enters, const Visit& visit) const {
  std::uint32_t stack[64];  // halving 2^32 triangles opens fewer
  int size = 0;
  stack[size++] = 0;
  while (size > 0) {
    const Node& node = nodes_[stack[--size]];
    if (!enters(node.box)) continue;
    if (node.count == 0 && node.first > 0) {
      stack[size++] = node.first;
      stack[size++] = node.first + 1;
      continue;
    }
    for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
      if (visit(mesh_.corners(order_[i]))) return true;
    }
  }
  return false;
}

PointPlace PointLocator::place_of(const Vec3& point, double radius) const {
  if (distance_below(point, mesh_.bounds()) > radius) return PointPlace::kOutside;
  const PointPlace place = cells_ ? cells_->place_of(point, radius) : PointPlace::kOnSurface;
  return place == PointPlace::kOnSurface ? place_in_tree(point, radius) : place;
}

PointPlace PointLocator::place_in_tree(const Vec3& point, double radius) const {
  const bool meets = any_of([&](const Aabb& box) { return !(distance_below(point, box) > radius); },
                            [&](const Corners& t) { return may_meet(point, radius, t); });
  if (meets) return PointPlace::kOnSurface;
  int winding = 0;
  any_of(
      [&](const Aabb& box) {
        return box.hi.z() >= point.z() &&
               is_within(point.x(), box.lo.x(), box.hi.x(), box.lo.x()) &&
               is_within(point.y(), box.lo.y(), box.hi.y(), box.lo.y());
      },
      [&](const Corners& t) {
        winding += ray_crossing(point, t);
        return false;
      });
  return winding != 0 ? PointPlace::kInside : PointPlace::kOutside;
}

}  // namespace graze
