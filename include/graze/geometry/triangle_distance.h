// SPDX-License-Identifier: MIT
// Closest points of triangles, segments and points.                                        [C5, G1]
//
// Any finite input is fine: triangles may be segments or points, edges parallel, planes equal; no
// result is ever NaN. Let S be the largest difference of a coordinate between any two of the
// corners. Then the returned distance d is that of the returned points up to rounding, and
//     true distance - kDistanceError * S <= d <= true distance + kDistanceError * S.
// How the bound comes about is in docs/methods/triangle_distance.md; the tests check it against
// rationals, slivers and nearly parallel edges included.
#pragma once
#include <graze/geometry/exact_predicates.h>

#include <cmath>
#include <cstdint>

namespace graze {

inline constexpr double kDistanceError = 32 * 0x1p-53;

/// The part of a triangle whose interior holds a closest point.
struct TriangleFeature {
  enum class Kind : std::uint8_t { kVertex, kEdge, kFace };
  Kind kind = Kind::kFace;
  std::uint8_t index = 0;  ///< the corner; the edge from corner index to index + 1; 0 for the face
  friend bool operator==(const TriangleFeature&, const TriangleFeature&) = default;
};

/// A pair of closest points.
struct TriangleDistance {
  double distance_sq = 0.0;  ///< the largest double where the square would overflow
  Vec3 point_a = Vec3::Zero();
  Vec3 point_b = Vec3::Zero();
  TriangleFeature feature_a;
  TriangleFeature feature_b;
  /// The triangles have a point in common: exact in the range of exact_predicates.h. Then
  /// distance_sq is 0 and both points are (up to rounding) a common point.
  bool intersecting = false;

  double distance() const { return std::sqrt(distance_sq); }
};

/// Closest points of two closed triangles. The same bits on every machine.
TriangleDistance triangle_distance(const Corners& a, const Corners& b);

/// Closest points of the segments p0 p1 and q0 q1.
struct SegmentDistance {
  double distance_sq = 0.0;
  double s = 0.0;  ///< point_a = p0 + s (p1 - p0), in [0, 1]
  double t = 0.0;  ///< point_b = q0 + t (q1 - q0), in [0, 1]
  Vec3 point_a = Vec3::Zero();
  Vec3 point_b = Vec3::Zero();
};
SegmentDistance segment_segment(const Vec3& p0, const Vec3& p1, const Vec3& q0, const Vec3& q1);

/// The point of a closed triangle that is closest to p.
struct PointTriangleDistance {
  double distance_sq = 0.0;
  Vec3 point = Vec3::Zero();
  TriangleFeature feature;
};
PointTriangleDistance point_triangle(const Vec3& p, const Corners& triangle);

}  // namespace graze
