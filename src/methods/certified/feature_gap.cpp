// SPDX-License-Identifier: MIT
// Question   How far are two given features apart now, and along which normal?
// Source     Plane and point, two lines, or closest points.
// Guarantee  gap = normal . (point_b - point_a) for whichever points of the features: the normal of
//            a face and the common normal of two edges are perpendicular to them.
// Changed    -
#include "methods/certified/feature_gap.h"

#include <algorithm>
#include <cmath>

namespace graze::certified {
namespace {

constexpr double kNoLength = 0x1p-48;  // of the coordinates: a way so short is their rounding
constexpr double kParallel = 1e-6;     // sine of the angle of edges without a common normal

FeatureGap along(const Vec3& normal, const Vec3& point_a, const Vec3& point_b) {
  return {point_a, point_b, normal, normal.dot(point_b - point_a)};
}

/// By the way from a to b, where it has a direction.
FeatureGap between(const Vec3& point_a, const Vec3& point_b, const Vec3& fallback) {
  const Vec3 way = point_b - point_a;
  const double length = way.norm();
  const double size = point_a.cwiseAbs().maxCoeff() + point_b.cwiseAbs().maxCoeff();
  return along(length > kNoLength * size ? Vec3(way / length) : fallback, point_a, point_b);
}

Vec3 foot_on_edge(const Vec3& p, const Corners& edge) {
  const Vec3 way = edge[1] - edge[0];
  const double length_sq = way.squaredNorm();
  const double s = length_sq > 0.0 ? way.dot(p - edge[0]) / length_sq : 0.0;
  return edge[0] + std::clamp(s, 0.0, 1.0) * way;
}

FeatureGap edges(const Corners& a, const Corners& b, const KnownSide& known) {
  const SegmentDistance near = segment_segment(a[0], a[1], b[0], b[1]);
  const Vec3 normal = common_normal(a[1] - a[0], b[1] - b[0]);
  if (normal.isZero(0.0)) return between(near.point_a, near.point_b, known.normal);
  return along(known.is_reversed ? Vec3(-normal) : normal, near.point_a, near.point_b);
}

/// `vertex` is of b if the face is of a.
FeatureGap face_and_vertex(const Corners& face, const Vec3& vertex, bool face_is_a,
                           const KnownSide& known) {
  const Vec3 area = (face[1] - face[0]).cross(face[2] - face[0]);
  const Vec3 foot = point_triangle(vertex, face).point;
  const double length = area.norm();
  if (!(length > 0.0)) {
    return face_is_a ? between(foot, vertex, known.normal) : between(vertex, foot, known.normal);
  }
  const Vec3 normal = area / (face_is_a == known.is_reversed ? -length : length);
  return face_is_a ? along(normal, foot, vertex) : along(normal, vertex, foot);
}

}  // namespace

Vec3 common_normal(const Vec3& along_a, const Vec3& along_b) {
  const Vec3 normal = along_a.cross(along_b);
  const double sq = normal.squaredNorm();
  const double most_sq = along_a.squaredNorm() * along_b.squaredNorm();
  return sq > kParallel * kParallel * most_sq ? Vec3(normal / std::sqrt(sq)) : Vec3::Zero();
}

// A face's normal leads away from it: from a to b if the face is a's, else the other way.
FeatureGap feature_gap(const PlacedFeature& a, const PlacedFeature& b, const KnownSide& known) {
  if (a.kind == FeatureKind::kFace) {
    return face_and_vertex(a.corners, b.corners[0], true, known);
  }
  if (b.kind == FeatureKind::kFace) {
    return face_and_vertex(b.corners, a.corners[0], false, known);
  }
  if (a.kind == FeatureKind::kEdge && b.kind == FeatureKind::kEdge) {
    return edges(a.corners, b.corners, known);
  }
  if (a.kind == FeatureKind::kEdge) {
    return between(foot_on_edge(b.corners[0], a.corners), b.corners[0], known.normal);
  }
  if (b.kind == FeatureKind::kEdge) {
    return between(a.corners[0], foot_on_edge(a.corners[0], b.corners), known.normal);
  }
  return between(a.corners[0], b.corners[0], known.normal);
}

}  // namespace graze::certified
