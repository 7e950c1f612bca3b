// SPDX-License-Identifier: MIT
// Question   Which of the 15 candidates (9 pairs of edges, 6 corners over faces) is the closest?
// Source     Convexity: a pair of points is the closest iff the planes at right angles to their
//            connection keep all other corners outside the slab between them.
// Guarantee  A candidate that passes this test by the margin is the closest; otherwise all are
//            seen.
// Changed    The edge of a that faces b is tried first, against all edges of b at once; then the
//            faces; then the other edges. Compiled once per instruction set, the same bits in each.
#pragma once
#include "geometry/closest_lanes.h"
#include "geometry/triangle_candidates.h"

namespace graze {
namespace {

// Lane k is corner k; lane 3 repeats corner 0, so that no lane holds garbage.
inline Lanes3<Four> lanes_of(const double* p) {
  return {Four{p[0], p[3], p[6], p[0]}, Four{p[1], p[4], p[7], p[1]}, Four{p[2], p[5], p[8], p[2]}};
}

inline Four next_lane(const Four& x) { return __builtin_shufflevector(x, x, 1, 2, 0, 1); }

inline Lanes3<Four> next_lanes(const Lanes3<Four>& p) {
  return {next_lane(p.x), next_lane(p.y), next_lane(p.z)};
}

inline Four all_lanes(double x) { return Four{x, x, x, x}; }

inline Lanes3<Four> all_lanes(const Lanes3<double>& p) {
  return {all_lanes(p.x), all_lanes(p.y), all_lanes(p.z)};
}

inline Lanes3<double> corner_of(const double* p, int corner) {
  return {p[3 * corner], p[3 * corner + 1], p[3 * corner + 2]};
}

inline int next_corner(int k) { return k == 2 ? 0 : k + 1; }

inline Four magnitude(const Four& x) { return larger(x, -x); }

inline double largest_lane(const Four& x) {
  const double low = x[0] > x[1] ? x[0] : x[1];
  return x[2] > low ? x[2] : low;
}

inline int least_lane(const Four& x) {
  const int lane = x[1] < x[0] ? 1 : 0;
  return x[2] < x[lane] ? 2 : lane;
}

inline double extent_of(const Lanes3<Four>& a, const Lanes3<Four>& b, const double* origin) {
  const Lanes3<Four> from = all_lanes(corner_of(origin, 0));
  const Lanes3<Four> p = a - from, q = b - from;
  const Four in_a = larger(larger(magnitude(p.x), magnitude(p.y)), magnitude(p.z));
  const Four in_b = larger(larger(magnitude(q.x), magnitude(q.y)), magnitude(q.z));
  return largest_lane(larger(in_a, in_b));
}

inline EdgeLanes<Four> edges_of(const Lanes3<Four>& corners) {
  const Lanes3<Four> along = next_lanes(corners) - corners;
  return {corners, along, inverse_or_zero(dot(along, along))};
}

inline EdgeLanes<Four> one_edge(const double* p, int edge) {
  const Lanes3<double> start = corner_of(p, edge);
  const Lanes3<double> along = corner_of(p, next_corner(edge)) - start;
  return {all_lanes(start), all_lanes(along), all_lanes(inverse_or_zero(dot(along, along)))};
}

inline FaceLanes<Four> face_of(const double* p) {
  const Lanes3<double> corner = corner_of(p, 0);
  const Lanes3<double> u = corner_of(p, 1) - corner, v = corner_of(p, 2) - corner;
  const Lanes3<double> normal = cross(u, v);
  return {all_lanes(corner),
          all_lanes(u),
          all_lanes(v),
          all_lanes(normal),
          all_lanes(inverse_or_zero(dot(normal, normal))),
          all_lanes(inverse_or_zero(dot(v, v))),
          all_lanes(dot(u, v))};
}

// Both triangles and the best candidate so far.
class CandidateSearch {
 public:
  CandidateSearch(const double* a, const double* b)
      : a_(a), b_(b), corners_a_(lanes_of(a)), corners_b_(lanes_of(b)) {
    best_.extent = extent_of(corners_a_, corners_b_, a);
    best_.distance_sq = kNone;
  }

  ClosestCandidate run() {
    if (!(best_.extent > kLeastExtent && best_.extent < kMostExtent)) return best_;
    const EdgeLanes<Four> edges_b = edges_of(corners_b_);
    const int first = facing_edge();
    if (!look_at_edge(first, edges_b)) look_at_rest(first, edges_b);
    return best_;
  }

 private:
  static constexpr double kNone = 1e300;  // above every squared distance of the allowed sizes

  // Out of line, so that the usual short way keeps its registers.
  __attribute__((noinline)) void look_at_rest(int first, const EdgeLanes<Four>& edges_b) {
    if (look_at_face(a_, corners_b_, ClosestCandidate::kFaceA)) return;
    if (look_at_face(b_, corners_a_, ClosestCandidate::kFaceB)) return;
    if (look_at_edge(next_corner(first), edges_b)) return;
    look_at_edge(next_corner(next_corner(first)), edges_b);
  }

  // The edge of a without the corner that is farthest from b along the way between the centres.
  int facing_edge() const {
    const auto sum = [](const double* p, int k) { return p[k] + p[k + 3] + p[k + 6]; };
    const Lanes3<double> way{sum(b_, 0) - sum(a_, 0), sum(b_, 1) - sum(a_, 1),
                             sum(b_, 2) - sum(a_, 2)};
    const Lanes3<double> from = corner_of(a_, 0);
    const double at1 = dot(corner_of(a_, 1) - from, way), at2 = dot(corner_of(a_, 2) - from, way);
    // A table: which corner it is cannot be predicted, so branches would cost more.
    constexpr int kEdge[8] = {0, 0, 0, 1, 2, 2, 2, 1};
    return kEdge[(at1 >= 0.0) + 2 * (at2 >= 0.0) + 4 * (at1 <= at2)];
  }

  // Lanes that surely hold the closest points of the triangles, one bit each. Both heights are how
  // far other corners are outside the slab between the points, times its width d. The way between
  // the points may be off by sqrt(2 d e), e = 16 u extent; with height^2 > 2^-42 extent^3 d that
  // does not matter (docs/methods). Squared once more, because d is; and d itself is not zero.
  int settled(const Four& height1, const Four& height2, const Four& distance_sq) const {
    const double extent_sq = best_.extent * best_.extent;
    const double sixth = extent_sq * extent_sq * extent_sq;
    const Four bound = all_lanes(0x1p-84 * sixth) * distance_sq;
    const Four lower = smaller(height1, height2);
    const Four lower_sq = lower * lower;
    const auto is_settled = (lower > all_lanes(0.0)) & (lower_sq * lower_sq > bound) &
                            (distance_sq > all_lanes(0x1p-94 * extent_sq)) &
                            (distance_sq < all_lanes(kNone));
    return lane_bits(is_settled) & 7;  // lane 3 is a copy
  }

  // Third corners have to be outside the slab; the edges' own ends are, as s and t are the best.
  __attribute__((always_inline)) bool look_at_edge(int i, const EdgeLanes<Four>& edges_b) {
    const EdgeLanes<Four> edge = one_edge(a_, i);
    const EdgePair<Four> pair = closest_on_edges(edge, edges_b);
    const Lanes3<Four> third_a = all_lanes(corner_of(a_, next_corner(next_corner(i))));
    const Lanes3<Four> third_b = next_lanes(next_lanes(corners_b_));
    const Four behind_a = dot(pair.way, scaled_sum(edge.start - third_a, pair.s, edge.along));
    const Four behind_b =
        dot(pair.way, scaled_sum(third_b - edges_b.start, -pair.t, edges_b.along));
    return take(settled(behind_a, behind_b, pair.distance_sq), pair, ClosestCandidate::kEdges, i);
  }

  // The two other corners of the triangle whose corner is over the face have to be outside.
  bool look_at_face(const double* face, const Lanes3<Four>& corners, ClosestCandidate::Kind kind) {
    const FacePoint<Four> foot = foot_in_face(face_of(face), corners, all_lanes(kNone));
    const Lanes3<Four> next = next_lanes(corners);
    const Four height1 = dot(foot.way, next - corners);
    const Four height2 = dot(foot.way, next_lanes(next) - corners);
    return take(settled(height1, height2, foot.distance_sq), foot, kind, 0);
  }

  template <typename Pair>
  bool take(int settled_lanes, const Pair& pair, ClosestCandidate::Kind kind, int i) {
    const int lane = settled_lanes != 0 ? __builtin_ctz(static_cast<unsigned>(settled_lanes))
                                        : least_lane(pair.distance_sq);
    if (settled_lanes == 0 && !(pair.distance_sq[lane] < best_.distance_sq)) return false;
    best_.distance_sq = pair.distance_sq[lane];
    best_.s = pair.s[lane];
    best_.t = pair.t[lane];
    best_.kind = kind;
    best_.i = kind == ClosestCandidate::kFaceB ? lane : i;
    best_.j = kind == ClosestCandidate::kFaceB ? 0 : lane;
    best_.is_apart = settled_lanes != 0;
    return best_.is_apart;
  }

  const double* a_;
  const double* b_;
  Lanes3<Four> corners_a_, corners_b_;
  ClosestCandidate best_;
};

}  // namespace
}  // namespace graze
