// SPDX-License-Identifier: MIT
// Exact squared distances between points, segments and triangles: an oracle.
#pragma once
#include <algorithm>
#include <array>

#include "support/rational.h"

namespace graze::test {

using RationalTriangle = std::array<RationalVec3, 3>;

inline mpq_class clamp01(const mpq_class& x) {
  if (x < 0) return 0;
  return x > 1 ? mpq_class(1) : x;
}

inline mpq_class point_segment_sq(const RationalVec3& p, const RationalVec3& a,
                                  const RationalVec3& b) {
  const RationalVec3 along = b - a;
  const mpq_class length_sq = dot(along, along);
  const mpq_class t = length_sq == 0 ? mpq_class(0) : clamp01(dot(p - a, along) / length_sq);
  const RationalVec3 way = p - (a + t * along);
  return dot(way, way);
}

/// The inside of both lines if their closest points are there, else the best of four ends.
inline mpq_class segment_segment_sq(const RationalVec3& p0, const RationalVec3& p1,
                                    const RationalVec3& q0, const RationalVec3& q1) {
  mpq_class best = std::min({point_segment_sq(p0, q0, q1), point_segment_sq(p1, q0, q1),
                             point_segment_sq(q0, p0, p1), point_segment_sq(q1, p0, p1)});
  const RationalVec3 u = p1 - p0, v = q1 - q0, r = p0 - q0;
  const mpq_class a = dot(u, u), b = dot(u, v), e = dot(v, v), c = dot(u, r), f = dot(v, r);
  const mpq_class det = a * e - b * b;
  if (det == 0) return best;
  const mpq_class s = (b * f - c * e) / det, t = (a * f - b * c) / det;
  if (s < 0 || s > 1 || t < 0 || t > 1) return best;
  const RationalVec3 way = r + s * u - t * v;
  return std::min(best, dot(way, way));
}

inline mpq_class point_triangle_sq(const RationalVec3& p, const RationalTriangle& t) {
  mpq_class best = std::min({point_segment_sq(p, t[0], t[1]), point_segment_sq(p, t[1], t[2]),
                             point_segment_sq(p, t[2], t[0])});
  const RationalVec3 normal = cross(t[1] - t[0], t[2] - t[0]);
  const mpq_class normal_sq = dot(normal, normal);
  if (normal_sq == 0) return best;
  for (int k = 0; k < 3; ++k) {
    if (dot(cross(t[(k + 1) % 3] - t[k], p - t[k]), normal) < 0) return best;
  }
  const mpq_class height = dot(normal, p - t[0]);
  return std::min(best, mpq_class(height * height / normal_sq));
}

/// An edge goes through the inside of the triangle.
inline bool pierces(const RationalVec3& p, const RationalVec3& q, const RationalTriangle& t) {
  const RationalVec3 normal = cross(t[1] - t[0], t[2] - t[0]);
  const mpq_class from = dot(normal, p - t[0]), to = dot(normal, q - t[0]);
  if (sgn(from) * sgn(to) >= 0) return false;
  const RationalVec3 x = p + mpq_class(from / (from - to)) * (q - p);
  for (int k = 0; k < 3; ++k) {
    if (dot(cross(t[(k + 1) % 3] - t[k], x - t[k]), normal) < 0) return false;
  }
  return true;
}

inline mpq_class triangle_triangle_sq(const RationalTriangle& a, const RationalTriangle& b) {
  mpq_class best = point_triangle_sq(a[0], b);
  for (int i = 0; i < 3; ++i) {
    const int next = (i + 1) % 3;
    if (pierces(a[i], a[next], b) || pierces(b[i], b[next], a)) return 0;
    best = std::min({best, point_triangle_sq(a[i], b), point_triangle_sq(b[i], a)});
    for (int j = 0; j < 3; ++j) {
      best = std::min(best, segment_segment_sq(a[i], a[next], b[j], b[(j + 1) % 3]));
    }
  }
  return best;
}

}  // namespace graze::test
