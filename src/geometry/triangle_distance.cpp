// SPDX-License-Identifier: MIT
// Question   Which points of two triangles are closest, and do the triangles meet?         [C5, G1]
// Source     Closest points lie on two edges or on a corner and a face; all 15 are looked at.
// Guarantee  Distance within kDistanceError of the extent; `intersecting` exact.
// Changed    No case distinction over regions, so nothing to get wrong when triangles degenerate;
//            four candidates at a time. Whether triangles meet is decided by exact signs, and only
//            where the direction found does not already separate them.
#include "graze/geometry/triangle_distance.h"

#include <algorithm>
#include <limits>

#include "geometry/triangle_candidates.h"

namespace graze {
namespace {
using Kind = TriangleFeature::Kind;
using CandidateFunction = ClosestCandidate (*)(const double*, const double*);

CandidateFunction widest_supported() {
#if defined(__x86_64__)
  if (__builtin_cpu_supports("avx2")) return closest_candidate_avx2;
#endif
  return closest_candidate;
}

// Exactly a corner where s is 0 or 1. Arithmetic instead of branches, because s is hard to predict.
int corner_near(int edge, double s) {
  const int corner = edge + (s == 1.0);
  return corner == 3 ? 0 : corner;
}

Vec3 on_edge(const Corners& t, int edge, double s) {
  const Vec3 along = t[edge == 2 ? 0 : edge + 1] - t[edge];
  return t[corner_near(edge, s)] + (s < 1.0 ? s : 0.0) * along;
}

Vec3 on_face(const Corners& c, double s, double t) {
  return c[0] + s * (c[1] - c[0]) + t * (c[2] - c[0]);
}

TriangleFeature edge_feature(int edge, double s) {
  const bool is_inside = (s > 0.0) & (s < 1.0);
  return {is_inside ? Kind::kEdge : Kind::kVertex, static_cast<std::uint8_t>(corner_near(edge, s))};
}

TriangleFeature vertex_feature(int corner) {
  return {Kind::kVertex, static_cast<std::uint8_t>(corner)};
}

TriangleDistance with_points(const ClosestCandidate& c, const Corners& a, const Corners& b) {
  TriangleDistance result;
  result.distance_sq = c.distance_sq;
  switch (c.kind) {
    case ClosestCandidate::kEdges:
      result.point_a = on_edge(a, c.i, c.s);
      result.point_b = on_edge(b, c.j, c.t);
      result.feature_a = edge_feature(c.i, c.s);
      result.feature_b = edge_feature(c.j, c.t);
      break;
    case ClosestCandidate::kFaceA:
      result.point_a = on_face(a, c.s, c.t);
      result.point_b = b[c.j];
      result.feature_b = vertex_feature(c.j);
      break;
    case ClosestCandidate::kFaceB:
      result.point_a = a[c.i];
      result.point_b = on_face(b, c.s, c.t);
      result.feature_a = vertex_feature(c.i);
      break;
  }
  return result;
}

// The direction between the points found keeps all corners apart. Products of differences up to
// twice the extent: three of them, each with 3 roundings, on both sides, stay below the margin.
bool surely_separates(const TriangleDistance& found, const Corners& a, const Corners& b,
                      double extent) {
  const Vec3 way = found.point_b - found.point_a;
  double highest_a = -std::numeric_limits<double>::infinity(), lowest_b = -highest_a;
  for (int k = 0; k < 3; ++k) {
    highest_a = std::max(highest_a, way.dot(a[k] - found.point_a));
    lowest_b = std::min(lowest_b, way.dot(b[k] - found.point_a));
  }
  const double size = std::abs(way.x()) + std::abs(way.y()) + std::abs(way.z());
  return lowest_b - highest_a > 0x1p-47 * extent * size;
}

// Where edge p q goes through the plane of t, from accurate heights: those of a sliver's plane
// would be off by more than its width. The signs of the heights are known to differ.
double plane_crossing(const Vec3& p, const Vec3& q, const Corners& t) {
  const double from = std::abs(orientation_value(t[0], t[1], t[2], p));
  const double to = std::abs(orientation_value(t[0], t[1], t[2], q));
  return from + to > 0.0 ? from / (from + to) : 0.0;
}

TriangleDistance at_crossing(const EdgeCrossing& crossing, const TriangleDistance& found,
                             const Corners& a, const Corners& b) {
  TriangleDistance result = found;
  result.intersecting = true;
  result.distance_sq = 0.0;
  if (crossing.is_coplanar) return result;  // the points found are equal up to rounding
  const Corners& from = crossing.is_edge_of_a ? a : b;
  const double s = plane_crossing(from[crossing.edge], from[(crossing.edge + 1) % 3],
                                  crossing.is_edge_of_a ? b : a);
  result.point_a = result.point_b = on_edge(from, crossing.edge, s);
  result.feature_a = result.feature_b = TriangleFeature{};
  (crossing.is_edge_of_a ? result.feature_a : result.feature_b) = edge_feature(crossing.edge, s);
  return result;
}

ClosestCandidate best_candidate(const Corners& a, const Corners& b) {
  static_assert(sizeof(Corners) == 9 * sizeof(double));
  static const CandidateFunction closest = widest_supported();
  return closest(a[0].data(), b[0].data());
}

bool is_in_range(const ClosestCandidate& best) {
  return best.extent > kLeastExtent && best.extent < kMostExtent;
}

TriangleDistance distance_of(const ClosestCandidate& best, const Corners& a, const Corners& b) {
  const TriangleDistance found = with_points(best, a, b);
  if (best.is_apart || surely_separates(found, a, b, best.extent)) return found;
  const std::optional<EdgeCrossing> crossing = find_crossing(a, b);
  return crossing ? at_crossing(*crossing, found, a, b) : found;
}

double largest_coordinate(const Corners& a, const Corners& b) {
  double largest = 0.0;
  for (const Corners* t : {&a, &b}) {
    for (const Vec3& p : *t) largest = std::max(largest, p.cwiseAbs().maxCoeff());
  }
  return largest;
}

Corners times_power(Corners t, int exponent) {
  for (Vec3& p : t) {
    for (int k = 0; k < 3; ++k) p[k] = std::ldexp(p[k], exponent);
  }
  return t;
}

// Once more, scaled to 1. Corners that are equal then as far as doubles go count as one point.
TriangleDistance rescaled_distance(const Corners& a, const Corners& b) {
  const double largest = largest_coordinate(a, b);
  const TriangleDistance same{0.0, a[0], b[0], vertex_feature(0), vertex_feature(0), true};
  if (largest == 0.0) return same;
  const int exponent = std::ilogb(largest);
  const Corners small_a = times_power(a, -exponent), small_b = times_power(b, -exponent);
  const ClosestCandidate best = best_candidate(small_a, small_b);
  if (!is_in_range(best)) return same;
  TriangleDistance result = distance_of(best, small_a, small_b);
  const double distance = std::ldexp(std::sqrt(result.distance_sq), exponent);
  result.distance_sq = std::min(distance * distance, std::numeric_limits<double>::max());
  result.point_a = times_power(Corners{result.point_a}, exponent)[0];
  result.point_b = times_power(Corners{result.point_b}, exponent)[0];
  return result;
}
}  // namespace

TriangleDistance triangle_distance(const Corners& a, const Corners& b) {
  const ClosestCandidate best = best_candidate(a, b);
  return is_in_range(best) ? distance_of(best, a, b) : rescaled_distance(a, b);
}

}  // namespace graze
