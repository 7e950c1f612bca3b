// SPDX-License-Identifier: MIT
// Distances of triangles in extended precision, pair by pair: an oracle that shares nothing with
// the library. Never below the true distance by more than a few 2^-64 of the coordinates: each is
// the distance of two points of the triangles, or zero where an edge goes through a face.
#pragma once
#include <algorithm>
#include <cmath>

#include "graze/geometry/exact_predicates.h"
#include "graze/geometry/triangle_mesh.h"
#include "graze/math/pose.h"

namespace graze::test {

using Long3 = Eigen::Matrix<long double, 3, 1>;

struct LongTriangle {
  Long3 p[3];
};

inline LongTriangle placed(const Corners& corners, const Pose& pose) {
  LongTriangle result;
  for (int k = 0; k < 3; ++k) {
    result.p[k] = pose.rotation.cast<long double>() * corners[k].cast<long double>() +
                  pose.translation.cast<long double>();
  }
  return result;
}

inline long double to_segment_sq(const Long3& p, const Long3& a, const Long3& b) {
  const Long3 along = b - a;
  const long double length_sq = along.squaredNorm();
  const long double t =
      length_sq > 0 ? std::clamp((p - a).dot(along) / length_sq, 0.0L, 1.0L) : 0.0L;
  return (p - a - t * along).squaredNorm();
}

inline long double segments_sq(const Long3& p0, const Long3& p1, const Long3& q0, const Long3& q1) {
  long double best = std::min(std::min(to_segment_sq(p0, q0, q1), to_segment_sq(p1, q0, q1)),
                              std::min(to_segment_sq(q0, p0, p1), to_segment_sq(q1, p0, p1)));
  const Long3 u = p1 - p0, v = q1 - q0, w = q0 - p0, normal = u.cross(v);
  const long double square = normal.squaredNorm();
  if (!(square > 0)) return best;
  const long double s = std::clamp(w.cross(v).dot(normal) / square, 0.0L, 1.0L);
  return std::min(best, to_segment_sq(p0 + s * u, q0, q1));
}

/// All three edges have p on their inner side, seen along the normal.
inline bool is_over(const Long3& p, const LongTriangle& t, const Long3& normal) {
  for (int k = 0; k < 3; ++k) {
    if ((t.p[(k + 1) % 3] - t.p[k]).cross(p - t.p[k]).dot(normal) < 0) return false;
  }
  return true;
}

inline long double to_face_sq(const Long3& p, const LongTriangle& t, long double best) {
  const Long3 normal = (t.p[1] - t.p[0]).cross(t.p[2] - t.p[0]);
  const long double square = normal.squaredNorm();
  if (!(square > 0) || !is_over(p, t, normal)) return best;
  const long double height = normal.dot(p - t.p[0]);
  return std::min(best, height * height / square);
}

inline bool edge_pierces(const Long3& p, const Long3& q, const LongTriangle& t) {
  const Long3 normal = (t.p[1] - t.p[0]).cross(t.p[2] - t.p[0]);
  const long double from = normal.dot(p - t.p[0]), to = normal.dot(q - t.p[0]);
  if (!((from < 0 && to > 0) || (from > 0 && to < 0))) return false;
  return is_over(p + from / (from - to) * (q - p), t, normal);
}

inline long double triangles_sq(const LongTriangle& a, const LongTriangle& b) {
  long double best = (a.p[0] - b.p[0]).squaredNorm();
  for (int i = 0; i < 3; ++i) {
    const int next = (i + 1) % 3;
    if (edge_pierces(a.p[i], a.p[next], b) || edge_pierces(b.p[i], b.p[next], a)) return 0;
    best = std::min(to_face_sq(a.p[i], b, best), to_face_sq(b.p[i], a, best));
    for (int j = 0; j < 3; ++j) {
      best = std::min(best, segments_sq(a.p[i], a.p[next], b.p[j], b.p[(j + 1) % 3]));
    }
  }
  return best;
}

/// Of all pairs of triangles.
inline long double long_distance(const TriangleMesh& a, const Pose& pose_a, const TriangleMesh& b,
                                 const Pose& pose_b) {
  long double best = std::numeric_limits<long double>::infinity();
  for (std::uint32_t i = 0; i < a.triangles().size(); ++i) {
    const LongTriangle t = placed(a.corners(i), pose_a);
    for (std::uint32_t j = 0; j < b.triangles().size(); ++j) {
      best = std::min(best, triangles_sq(t, placed(b.corners(j), pose_b)));
    }
  }
  return std::sqrt(best);
}

}  // namespace graze::test
