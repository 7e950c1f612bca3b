// SPDX-License-Identifier: MIT
// Question   Can a triangle be moved out of a solid by a short way?                        [C9, G1]
// Source     Away from what it meets: the sum of the normals of all obstacles so far (perceptron).
// Guarantee  Yes is exact: no triangle of the solid meets the moved one, and a corner is outside.
// Changed    -
#include "scene/moved_out.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "graze/geometry/triangle_distance.h"
#include "graze/math/interval.h"

namespace graze {
namespace {
constexpr int kMostObstacles = 8;
constexpr double kBoxSlack = 1e-9;  // of the sizes: more than boxes and distances round

Corners moved_by(const Vec3& way, const Corners& t) { return {t[0] + way, t[1] + way, t[2] + way}; }

double distance_below(const Box& box, const Vec3& p) {
  const Vec3 local = box.axes.transpose() * (p - box.centre);
  const Vec3 outside = (local.cwiseAbs() - box.half_size).cwiseMax(0.0);
  return outside.norm() - kBoxSlack * (local.norm() + box.half_size.norm());
}

/// No axis of the box, nor the normal of the triangle, has a gap between them.
bool may_meet(const Box& box, const Corners& t, const Vec3& normal) {
  const double slack = kBoxSlack * ((t[0] - box.centre).norm() + (t[1] - t[0]).norm() +
                                    (t[2] - t[0]).norm() + box.half_size.norm());
  Vec3 lo, hi;
  lo = hi = box.axes.transpose() * (t[0] - box.centre);
  for (int k = 1; k < 3; ++k) {
    const Vec3 corner = box.axes.transpose() * (t[std::size_t(k)] - box.centre);
    lo = lo.cwiseMin(corner);
    hi = hi.cwiseMax(corner);
  }
  if (((lo - box.half_size).array() > slack).any()) return false;
  if (((hi + box.half_size).array() < -slack).any()) return false;
  const double reach = (box.axes.transpose() * normal).cwiseAbs().dot(box.half_size);
  return std::fabs(normal.dot(t[0] - box.centre)) <= reach + slack;
}

/// The triangles in boxes that enters(box) accepts, those about p first, until visit(triangle)
/// returns true.
template <typename Enters, typename Visit>
void visit_from(const Vec3& p, const ObbTree& tree, const Enters& enters, const Visit& visit) {
  std::vector<std::uint32_t> waiting{0};
  const auto distance = [&](std::uint32_t i) {
    return (tree.nodes()[i].box.centre - p).squaredNorm();
  };
  while (!waiting.empty()) {
    const ObbNode& node = tree.nodes()[waiting.back()];
    waiting.pop_back();
    if (!enters(node.box)) continue;
    for (std::uint32_t k = 0; k < node.count; ++k)
      if (visit(tree.order()[node.first + k])) return;
    if (node.is_leaf()) continue;
    const std::uint32_t nearer = distance(node.first) <= distance(node.first + 1) ? 0 : 1;
    waiting.insert(waiting.end(), {node.first + 1 - nearer, node.first + nearer});
  }
}
}  // namespace

std::optional<std::uint32_t> MovedOut::meeting(const Corners& triangle) const {
  const Vec3 normal =
      (triangle[1] - triangle[0]).cross(triangle[2] - triangle[0]).stableNormalized();
  std::optional<std::uint32_t> found;
  visit_from(
      triangle[0], solid_.tree(), [&](const Box& box) { return may_meet(box, triangle, normal); },
      [&](std::uint32_t i) {
        watch_.spend();
        if (triangles_intersect_exact(triangle, solid_.mesh().corners(i))) found = i;
        return found.has_value();
      });
  return found;
}

std::uint32_t MovedOut::nearest(const Vec3& p) const {
  std::uint32_t found = 0;
  double least = kInfinity;
  visit_from(
      p, solid_.tree(), [&](const Box& box) { return distance_below(box, p) < least; },
      [&](std::uint32_t i) {
        watch_.spend();
        const double distance = std::sqrt(point_triangle(p, solid_.mesh().corners(i)).distance_sq);
        if (distance < least) found = i;
        least = std::min(least, distance);
        return false;
      });
  return found;
}

std::optional<Vec3> MovedOut::outward(std::uint32_t triangle) const {
  const Corners c = solid_.mesh().corners(triangle);
  const Vec3 normal = (c[1] - c[0]).cross(c[2] - c[0]);
  if (!(normal.norm() > 0.0)) return std::nullopt;
  return normal.normalized();
}

bool MovedOut::is_left_by(const Corners& moved) const {
  return !meeting(moved) && solid_.locator().place_of(moved[0]) == PointPlace::kOutside;
}

bool MovedOut::can_be_left_by(const Corners& triangle) {
  if (!last_.isZero(0.0) && is_left_by(moved_by(last_, triangle))) return true;
  Vec3 sum = Vec3::Zero();
  for (int k = 0; k <= kMostObstacles && !watch_.exhausted(); ++k) {
    const Vec3 way = k == 0 ? Vec3::Zero() : Vec3(way_ * sum.normalized());
    const Corners moved = moved_by(way, triangle);
    std::optional<std::uint32_t> obstacle = meeting(moved);
    if (!obstacle && solid_.locator().place_of(moved[0]) == PointPlace::kOutside) {
      last_ = way;
      return true;
    }
    if (!obstacle) obstacle = nearest((moved[0] + moved[1] + moved[2]) / 3.0);
    const auto normal = outward(*obstacle);
    if (!normal) return false;
    sum += *normal;
    if (!(sum.norm() > kBoxSlack)) return false;
  }
  return false;
}

}  // namespace graze
