// SPDX-License-Identifier: MIT
// Question   Which points of two segments, or of a point and a triangle, are closest?
// Source     The same formulas as for two triangles, one at a time.
// Guarantee  As triangle_distance.
// Changed    Nothing.
#include <algorithm>
#include <cmath>
#include <limits>

#include "geometry/closest_lanes.h"
#include "graze/geometry/triangle_distance.h"

namespace graze {
namespace {
using Lane = Lanes3<double>;

Lane lane(const Vec3& p) { return {p.x(), p.y(), p.z()}; }

EdgeLanes<double> edge(const Vec3& p, const Vec3& q) {
  const Lane along = lane(q) - lane(p);
  return {lane(p), along, inverse_or_zero(dot(along, along))};
}

Vec3 point_on(const Vec3& p, const Vec3& q, double s) {
  if (s == 0.0) return p;
  if (s == 1.0) return q;
  return p + s * (q - p);
}

// The power of two that brings the points to size 1; 0 where they are near enough.
int scale_of(std::initializer_list<Vec3> points) {
  double largest = 0.0;
  for (const Vec3& p : points) largest = std::max(largest, p.cwiseAbs().maxCoeff());
  if (largest == 0.0 || (largest > 0x1p-190 && largest < 0x1p190)) return 0;
  return std::ilogb(largest);
}

Vec3 times_power(const Vec3& p, int exponent) {
  return {std::ldexp(p.x(), exponent), std::ldexp(p.y(), exponent), std::ldexp(p.z(), exponent)};
}

double unscaled_sq(double distance_sq, int exponent) {
  const double distance = std::ldexp(std::sqrt(distance_sq), exponent);
  return std::min(distance * distance, std::numeric_limits<double>::max());
}

SegmentDistance near_segment(const Vec3& p0, const Vec3& p1, const Vec3& q0, const Vec3& q1) {
  const EdgePair<double> pair = closest_on_edges(edge(p0, p1), edge(q0, q1));
  return {pair.distance_sq, pair.s, pair.t, point_on(p0, p1, pair.s), point_on(q0, q1, pair.t)};
}

PointTriangleDistance near_edges(const Vec3& p, const Corners& t) {
  PointTriangleDistance best{std::numeric_limits<double>::infinity(), {}, {}};
  for (std::uint8_t k = 0; k < 3; ++k) {
    const std::uint8_t next = static_cast<std::uint8_t>((k + 1) % 3);
    const EdgePair<double> pair = closest_on_edges(edge(p, p), edge(t[k], t[next]));
    if (pair.distance_sq >= best.distance_sq) continue;
    best = {pair.distance_sq, point_on(t[k], t[next], pair.t), {TriangleFeature::Kind::kEdge, k}};
    if (pair.t == 0.0) best.feature = {TriangleFeature::Kind::kVertex, k};
    if (pair.t == 1.0) best.feature = {TriangleFeature::Kind::kVertex, next};
  }
  return best;
}

PointTriangleDistance near_triangle(const Vec3& p, const Corners& t) {
  const PointTriangleDistance best = near_edges(p, t);
  const Lane u = lane(t[1]) - lane(t[0]), v = lane(t[2]) - lane(t[0]), normal = cross(u, v);
  const FaceLanes<double> face{
      lane(t[0]), u, v, normal, inverse_or_zero(dot(normal, normal)), inverse_or_zero(dot(v, v)),
      dot(u, v)};
  const FacePoint<double> foot = foot_in_face(face, lane(p), 1e300);
  if (foot.distance_sq >= best.distance_sq) return best;
  return {foot.distance_sq, t[0] + foot.s * (t[1] - t[0]) + foot.t * (t[2] - t[0]), {}};
}
}  // namespace

SegmentDistance segment_segment(const Vec3& p0, const Vec3& p1, const Vec3& q0, const Vec3& q1) {
  const int scale = scale_of({p0, p1, q0, q1});
  if (scale == 0) return near_segment(p0, p1, q0, q1);
  SegmentDistance result = near_segment(times_power(p0, -scale), times_power(p1, -scale),
                                        times_power(q0, -scale), times_power(q1, -scale));
  result.distance_sq = unscaled_sq(result.distance_sq, scale);
  result.point_a = times_power(result.point_a, scale);
  result.point_b = times_power(result.point_b, scale);
  return result;
}

PointTriangleDistance point_triangle(const Vec3& p, const Corners& t) {
  const int scale = scale_of({p, t[0], t[1], t[2]});
  if (scale == 0) return near_triangle(p, t);
  const Corners small{times_power(t[0], -scale), times_power(t[1], -scale),
                      times_power(t[2], -scale)};
  PointTriangleDistance result = near_triangle(times_power(p, -scale), small);
  result.distance_sq = unscaled_sq(result.distance_sq, scale);
  result.point = times_power(result.point, scale);
  return result;
}

}  // namespace graze
