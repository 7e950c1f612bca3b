// SPDX-License-Identifier: MIT
// Question   Where is a polygon nearest to the origin, and which direction separates them?    [C5]
// Source     Projection on the plane if that falls inside, else the nearest of the edges.
// Guarantee  None needed: any direction is checked by its gap, any point by being in the polygon.
// Changed    If gap and distance disagree (slivers), all candidates are tried; the best gap wins.
#include "methods/linear/closest_point.h"

#include <algorithm>
#include <cmath>

namespace graze::linear {
namespace {
using std::sqrt;

template <typename Real>
Real smallest_dot(const Corners<Real>& c, const Vector<Real>& n) {
  Real dots[4];
  for (int k = 0; k < 4; ++k) dots[k] = n.x * c.x[k] + n.y * c.y[k] + n.z * c.z[k];
  return std::min(std::min(dots[0], dots[1]), std::min(dots[2], dots[3]));
}

/// Sets the direction to the unit vector of `towards`, and its gap.
template <typename Real>
void face(const Corners<Real>& c, const Vector<Real>& towards, ClosestPoint<Real>& closest) {
  const Real length = sqrt(dot(towards, towards));
  if (!(length > Real(0.0))) return;
  closest.direction = (Real(1.0) / length) * towards;
  closest.gap = smallest_dot(c, closest.direction);
}

template <typename Real>
struct EdgePoint {
  Real along{};  ///< 0 at the edge's first corner, 1 at its second
  Vector<Real> point;
};

template <typename Real>
EdgePoint<Real> closest_on_edge(const Corners<Real>& c, int k) {
  const Vector<Real> from = c.at(k), to = c.at((k + 1) & 3), edge = to - from;
  const Real length_sq = dot(edge, edge), wanted = -dot(from, edge);
  if (wanted <= Real(0.0)) return {Real(0.0), from};
  if (wanted >= length_sq) return {Real(1.0), to};
  const Real along = wanted / length_sq;
  return {along, from + along * edge};
}

/// Perpendicular to edge k even where the edge passes so near that the closest point's own
/// direction is mostly rounding: |edge|^2 times that point, by cross products.
template <typename Real>
Vector<Real> away_from_edge(const Corners<Real>& c, int k) {
  const Vector<Real> edge = c.at((k + 1) & 3) - c.at(k);
  return cross(edge, cross(c.at(k), edge));
}

/// alpha and beta of the point at `along` on edge k of the triangle or parallelogram.
template <typename Real>
void place_on_edge(int k, const Real& along, bool is_triangle, ClosestPoint<Real>& place) {
  const Real zero(0.0), one(1.0), back = one - along;
  const Real alpha[4] = {along, is_triangle ? back : one, is_triangle ? zero : back, zero};
  const Real beta[4] = {zero, along, one, back};
  place.alpha = alpha[k];
  place.beta = beta[k];
}

template <typename Real>
ClosestPoint<Real> closest_on_boundary(const Corners<Real>& c, bool is_triangle) {
  EdgePoint<Real> best = closest_on_edge(c, 0);
  Real best_sq = dot(best.point, best.point);
  int best_edge = 0;
  for (int k = 1; k < 4; ++k) {
    if (is_triangle && k == 2) continue;
    const EdgePoint<Real> other = closest_on_edge(c, k);
    const Real other_sq = dot(other.point, other.point);
    if (other_sq >= best_sq) continue;
    best = other;
    best_sq = other_sq;
    best_edge = k;
  }
  ClosestPoint<Real> closest;
  closest.distance = sqrt(best_sq);
  place_on_edge(best_edge, best.along, is_triangle, closest);
  const bool at_corner = best.along <= Real(0.0) || best.along >= Real(1.0);
  face(c, at_corner ? best.point : away_from_edge(c, best_edge), closest);
  return closest;
}

template <typename Real>
bool projects_inside(const Corners<Real>& c, const Vector<Real>& normal) {
  bool inside = true;
  for (int k = 0; k < 4; ++k) {
    inside &= dot(normal, cross(c.at(k), c.at((k + 1) & 3))) >= Real(0.0);
  }
  return inside;
}

template <typename Real>
Real into_unit(const Real& x) {
  return std::min(std::max(x, Real(0.0)), Real(1.0));
}

/// The foot of the perpendicular, moved into the polygon if rounding put it outside.
template <typename Real>
ClosestPoint<Real> foot_on_plane(const Corners<Real>& c, const Vector<Real>& normal,
                                 bool is_triangle) {
  const Vector<Real> c0 = c.at(0), e1 = c.at(1) - c0, e3 = c.at(3) - c0;
  const Real scale = Real(1.0) / dot(normal, normal);
  ClosestPoint<Real> closest;
  closest.alpha = into_unit(dot(normal, cross(e3, c0)) * scale);
  closest.beta = into_unit(dot(normal, cross(c0, e1)) * scale);
  if (is_triangle) closest.beta = std::min(closest.beta, Real(1.0) - closest.alpha);
  face(c, dot(normal, c0) < Real(0.0) ? -normal : normal, closest);
  const Vector<Real> foot = c0 + closest.alpha * e1 + closest.beta * e3;
  closest.distance = sqrt(dot(foot, foot));
  return closest;
}

template <typename Real>
bool agree(const ClosestPoint<Real>& closest) {
  return closest.gap >= Real(0.75) * closest.distance;
}

/// Takes the other's point if it is nearer, and its direction if that separates more.
template <typename Real>
void improve(ClosestPoint<Real>& best, const ClosestPoint<Real>& other) {
  if (other.distance < best.distance) {
    best.distance = other.distance;
    best.alpha = other.alpha;
    best.beta = other.beta;
  }
  if (other.gap > best.gap) {
    best.gap = other.gap;
    best.direction = other.direction;
  }
}

/// Every direction that a closest feature can have: the plane's, edges' and corners'.
template <typename Real>
ClosestPoint<Real> try_all(const Corners<Real>& c, const Vector<Real>& normal, bool is_triangle) {
  ClosestPoint<Real> best = closest_on_boundary(c, is_triangle);
  improve(best, foot_on_plane(c, normal, is_triangle));
  for (int k = 0; k < 4; ++k) {
    ClosestPoint<Real> other = best;
    face(c, away_from_edge(c, k), other);
    improve(best, other);
    face(c, c.at(k), other);
    improve(best, other);
  }
  return best;
}
}  // namespace

template <typename Real>
ClosestPoint<Real> closest_point(const Corners<Real>& corners, bool is_triangle) {
  const Vector<Real> c0 = corners.at(0);
  const Vector<Real> normal = cross(corners.at(1) - c0, corners.at(3) - c0);
  constexpr double kNoArea = 1e-250;  // its reciprocal must stay finite
  if (!(dot(normal, normal) > Real(kNoArea))) return closest_on_boundary(corners, is_triangle);
  const ClosestPoint<Real> closest = projects_inside(corners, normal)
                                         ? foot_on_plane(corners, normal, is_triangle)
                                         : closest_on_boundary(corners, is_triangle);
  return agree(closest) ? closest : try_all(corners, normal, is_triangle);
}

template ClosestPoint<double> closest_point(const Corners<double>&, bool);
template ClosestPoint<DoubleDouble> closest_point(const Corners<DoubleDouble>&, bool);

}  // namespace graze::linear
