// SPDX-License-Identifier: MIT
// Question   Where is a polygon nearest to the origin, and which direction separates them?    [C5]
// Source     Projection on the plane if that falls inside, else the nearest of the edges.
// Guarantee  None needed: any direction is checked by its gap, any point by being in the polygon.
// Changed    If gap and distance disagree (slivers), every candidate is tried and the best gap
// wins.
#include "detect/linear_ccd/closest_point.h"

#include <algorithm>
#include <cmath>

namespace graze::linear_ccd {
namespace {
double smallest_dot(const Corners& c, const Vec3& n) {
  double dot[4];
  for (int k = 0; k < 4; ++k) dot[k] = n.x() * c.x[k] + n.y() * c.y[k] + n.z() * c.z[k];
  return std::min(std::min(dot[0], dot[1]), std::min(dot[2], dot[3]));
}

struct Edge {
  double along = 0.0;  ///< 0 at the edge's first corner, 1 at its second
  Vec3 point;
};

Edge closest_on_edge(const Corners& c, int k) {
  const Vec3 from = c.at(k);
  const Vec3 along = c.at((k + 1) & 3) - from;
  const double length_sq = along.squaredNorm();
  const double wanted = -from.dot(along);
  const double s = wanted <= 0.0 ? 0.0 : (wanted >= length_sq ? 1.0 : wanted / length_sq);
  return {s, from + s * along};
}

/// alpha and beta of the point at `along` on edge k of the triangle or parallelogram.
void place_on_edge(int k, double along, bool is_triangle, ClosestPoint& place) {
  const double back = 1.0 - along;
  const double alpha[4] = {along, is_triangle ? back : 1.0, is_triangle ? 0.0 : back, 0.0};
  const double beta[4] = {0.0, along, 1.0, back};
  place.alpha = alpha[k];
  place.beta = beta[k];
}

void face(const Corners& c, const Vec3& direction, double length, ClosestPoint& closest) {
  closest.distance = length;
  closest.direction = length > 0.0 ? Vec3(direction / length) : Vec3::Zero();
  closest.gap = smallest_dot(c, closest.direction);
}

ClosestPoint closest_on_boundary(const Corners& c, bool is_triangle) {
  ClosestPoint closest;
  Edge best = closest_on_edge(c, 0);
  double best_sq = best.point.squaredNorm();
  int best_edge = 0;
  for (int k = 1; k < 4; ++k) {
    if (is_triangle && k == 2) continue;
    const Edge edge = closest_on_edge(c, k);
    const double distance_sq = edge.point.squaredNorm();
    if (distance_sq >= best_sq) continue;
    best = edge;
    best_sq = distance_sq;
    best_edge = k;
  }
  place_on_edge(best_edge, best.along, is_triangle, closest);
  face(c, best.point, std::sqrt(best_sq), closest);
  return closest;
}

bool projects_inside(const Corners& c, const Vec3& normal) {
  bool inside = true;
  for (int k = 0; k < 4; ++k) {
    inside &= normal.dot(c.at(k).cross(c.at((k + 1) & 3))) >= 0.0;
  }
  return inside;
}

/// The foot of the perpendicular, moved into the polygon if rounding put it outside.
ClosestPoint foot_on_plane(const Corners& c, const Vec3& normal, bool is_triangle) {
  ClosestPoint closest;
  const Vec3 c0 = c.at(0), e1 = c.at(1) - c0, e3 = c.at(3) - c0;
  const double scale = 1.0 / normal.squaredNorm();
  closest.alpha = std::clamp(normal.dot(e3.cross(c0)) * scale, 0.0, 1.0);
  closest.beta = std::clamp(normal.dot(c0.cross(e1)) * scale, 0.0, 1.0);
  if (is_triangle) closest.beta = std::min(closest.beta, 1.0 - closest.alpha);
  const Vec3 towards = normal.dot(c0) < 0.0 ? Vec3(-normal) : normal;
  face(c, towards, towards.norm(), closest);
  closest.distance = (c0 + closest.alpha * e1 + closest.beta * e3).norm();
  return closest;
}

bool agree(const ClosestPoint& closest) { return closest.gap >= 0.75 * closest.distance; }
}  // namespace

ClosestPoint closest_point(const Corners& corners, bool is_triangle) {
  const Vec3 c0 = corners.at(0);
  const Vec3 normal = (corners.at(1) - c0).cross(corners.at(3) - c0);
  if (!(normal.squaredNorm() > 0.0)) return closest_on_boundary(corners, is_triangle);
  const bool inside = projects_inside(corners, normal);
  const ClosestPoint first = inside ? foot_on_plane(corners, normal, is_triangle)
                                    : closest_on_boundary(corners, is_triangle);
  if (agree(first)) return first;
  ClosestPoint other = inside ? closest_on_boundary(corners, is_triangle)
                              : foot_on_plane(corners, normal, is_triangle);
  const ClosestPoint& nearer = first.distance <= other.distance ? first : other;
  ClosestPoint best = first.gap >= other.gap ? first : other;
  best.distance = nearer.distance;
  best.alpha = nearer.alpha;
  best.beta = nearer.beta;
  return best;
}

}  // namespace graze::linear_ccd
