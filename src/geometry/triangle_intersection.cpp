// SPDX-License-Identifier: MIT
// Question   Do two closed triangles, segments or points have a point in common, exactly?
// Source     Two triangles meet iff an edge of one meets the other; signs of tetrahedra decide
//            each.
// Guarantee  Exact wherever the orientation predicates are.
// Changed    Degenerate triangles become segments, so that no case is left out.
#include <algorithm>
#include <span>

#include "graze/geometry/exact_predicates.h"

namespace graze {
namespace {
struct Segment {
  Vec3 p, q;
};

bool is_before(const Vec3& a, const Vec3& b) {
  return std::lexicographical_compare(a.data(), a.data() + 3, b.data(), b.data() + 3);
}

// Of points on one line: the lexicographic order is the order along it.
bool is_between(const Vec3& p, const Vec3& a, const Vec3& b) {
  return is_before(a, b) ? !is_before(p, a) && !is_before(b, p)
                         : !is_before(p, b) && !is_before(a, p);
}

bool is_on(const Vec3& p, const Segment& s) {
  return are_collinear(p, s.p, s.q) && is_between(p, s.p, s.q);
}

// Segments in one plane that is not seen edge-on along `axis`.
bool meet_in_plane(int axis, const Segment& s, const Segment& r) {
  const int sp = orientation_along(axis, r.p, r.q, s.p);
  const int sq = orientation_along(axis, r.p, r.q, s.q);
  const int rp = orientation_along(axis, s.p, s.q, r.p);
  const int rq = orientation_along(axis, s.p, s.q, r.q);
  if (sp * sq < 0 && rp * rq < 0) return true;
  return (sp == 0 && is_between(s.p, r.p, r.q)) || (sq == 0 && is_between(s.q, r.p, r.q)) ||
         (rp == 0 && is_between(r.p, s.p, s.q)) || (rq == 0 && is_between(r.q, s.p, s.q));
}

// An axis along which the plane of three points is not seen edge-on; none if they are collinear.
std::optional<int> open_axis(const Vec3& a, const Vec3& b, const Vec3& c) {
  for (int axis = 0; axis < 3; ++axis) {
    if (orientation_along(axis, a, b, c) != 0) return axis;
  }
  return std::nullopt;
}

bool meet(const Segment& s, const Segment& r) {
  if (is_on(s.p, r) || is_on(s.q, r) || is_on(r.p, s) || is_on(r.q, s)) return true;
  if (orientation(s.p, s.q, r.p, r.q) != 0) return false;
  const std::optional<int> axis = open_axis(s.p, s.q, r.p);
  // On one line they meet only at an end of one of them; a point meets nothing else either.
  return axis.has_value() && s.p != s.q && r.p != r.q && meet_in_plane(*axis, s, r);
}

bool holds_in_plane(int axis, const Corners& t, const Vec3& p) {
  int low = 0, high = 0;
  for (int k = 0; k < 3; ++k) {
    const int side = orientation_along(axis, t[k], t[(k + 1) % 3], p);
    low = std::min(low, side);
    high = std::max(high, side);
  }
  return low == 0 || high == 0;
}

bool meet_in_plane(const Segment& s, const Corners& t) {
  const int axis = *open_axis(t[0], t[1], t[2]);
  if (holds_in_plane(axis, t, s.p) || holds_in_plane(axis, t, s.q)) return true;
  for (int k = 0; k < 3; ++k) {
    if (meet_in_plane(axis, s, {t[k], t[(k + 1) % 3]})) return true;
  }
  return false;
}

// `side_p`, `side_q`: sides of the ends with respect to the triangle's plane.
bool meet(const Segment& s, const Corners& t, int side_p, int side_q) {
  if (side_p * side_q > 0) return false;
  if (side_p == 0 && side_q == 0) return meet_in_plane(s, t);
  int low = 0, high = 0;
  for (int k = 0; k < 3; ++k) {
    const int side = orientation(s.p, s.q, t[k], t[(k + 1) % 3]);
    low = std::min(low, side);
    high = std::max(high, side);
    if (low < 0 && high > 0) return false;
  }
  return true;
}

using Sides = std::array<int, 3>;

Sides sides_of(const Corners& points, const Corners& plane) {
  Sides sides;
  for (int k = 0; k < 3; ++k) sides[k] = orientation(plane[0], plane[1], plane[2], points[k]);
  return sides;
}

bool is_one_sided(const Sides& s) {
  return (s[0] > 0 && s[1] > 0 && s[2] > 0) || (s[0] < 0 && s[1] < 0 && s[2] < 0);
}

// The edge of a degenerate triangle that covers it.
int longest_edge(const Corners& t) {
  for (int k = 0; k < 2; ++k) {
    if (is_between(t[(k + 2) % 3], t[k], t[k + 1])) return k;
  }
  return 2;
}

Segment edge_of(const Corners& t, int edge) { return {t[edge], t[(edge + 1) % 3]}; }

std::optional<EdgeCrossing> crossing_edge(const Corners& from, const Corners& t, const Sides& side,
                                          bool is_edge_of_a) {
  for (int k = 0; k < 3; ++k) {
    const int next = (k + 1) % 3;
    if (!meet(edge_of(from, k), t, side[k], side[next])) continue;
    return EdgeCrossing{is_edge_of_a, k, side[k] == 0 && side[next] == 0};
  }
  return std::nullopt;
}

// A degenerate triangle, as its longest edge, against one that is not.
std::optional<EdgeCrossing> crossing_line(const Corners& line, const Corners& t, const Sides& side,
                                          bool is_edge_of_a) {
  const int k = longest_edge(line), next = (k + 1) % 3;
  if (!meet(edge_of(line, k), t, side[k], side[next])) return std::nullopt;
  return EdgeCrossing{is_edge_of_a, k, side[k] == 0 && side[next] == 0};
}

std::optional<EdgeCrossing> crossing_lines(const Corners& a, const Corners& b) {
  const int k = longest_edge(a);
  if (!meet(edge_of(a, k), edge_of(b, longest_edge(b)))) return std::nullopt;
  return EdgeCrossing{true, k, true};
}
}  // namespace

std::optional<EdgeCrossing> find_crossing(const Corners& a, const Corners& b) {
  const Sides side_b = sides_of(b, a);
  if (is_one_sided(side_b)) return std::nullopt;
  const Sides side_a = sides_of(a, b);
  if (is_one_sided(side_a)) return std::nullopt;
  const bool is_line_a = are_collinear(a[0], a[1], a[2]);
  const bool is_line_b = are_collinear(b[0], b[1], b[2]);
  if (is_line_a && is_line_b) return crossing_lines(a, b);
  if (is_line_a) return crossing_line(a, b, side_a, true);
  if (is_line_b) return crossing_line(b, a, side_b, false);
  if (const auto found = crossing_edge(a, b, side_a, true)) return found;
  return crossing_edge(b, a, side_b, false);
}

bool triangles_intersect_exact(const Corners& a, const Corners& b) {
  return find_crossing(a, b).has_value();
}

}  // namespace graze
