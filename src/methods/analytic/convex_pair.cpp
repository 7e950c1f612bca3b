// SPDX-License-Identifier: MIT
// Question   How long do two convex polytopes stay apart, and do they overlap meanwhile?       [B6]
// Source     docs/methods/analytic.md, section 7: support functions of control vectors.
// Guarantee  Both answers hold at every instant, rounding included.
// Changed    Apart by one axis at a time; overlap by a point inside both, not by all axes: nearly
//            parallel edges then need no care.
#include "methods/analytic/convex_pair.h"

#include <algorithm>
#include <cmath>

#include "math/unit_roundoff.h"
#include "methods/analytic/pair_set_up.h"

namespace graze::analytic {
namespace {
constexpr double kLeastStep = 0x1p-42;
constexpr double kCrawling = 0x1p-30;  // within a few errors of touching
constexpr int kBaseLanes = 32;
constexpr double kCuts = 2.0;  // parts are always cut from the whole

/// Coefficients of all base polynomials, cut to a part.
struct Lanes {
  double c[kMaxDegree + 1][kBaseLanes];
};

void blend(double* to, const double* a, const double* b, double s) {
  for (int k = 0; k < kBaseLanes; ++k) to[k] = (1.0 - s) * a[k] + s * b[k];
}

void drop_left(Lanes& f, int degree, double share) {
  for (int last = degree; last > 0; --last)
    for (int i = 0; i < last; ++i) blend(f.c[i], f.c[i], f.c[i + 1], share);
}

void drop_right(Lanes& f, int degree, double share) {
  for (int level = 1; level <= degree; ++level)
    for (int i = degree; i >= level; --i) blend(f.c[i], f.c[i - 1], f.c[i], share);
}

ConvexRow row_of(const double* c) {
  ConvexRow row;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) row.v(i, j) = c[4 * i + j], row.across(i, j) = c[12 + 4 * i + j];
    row.in_a[i] = c[24 + i];
    row.in_b[i] = c[28 + i];
  }
  row.weight = c[3];
  return row;
}

ConvexMoment moment_of(const ConvexRow& row) { return {row.v / row.weight, row.in_a / row.weight}; }
}  // namespace

/// With unit axes |n|_1 <= sqrt 3, and half sizes of the boxes around: a face's function is off by
/// at most sqrt 3 times what a box's is, an edge pair's by 3 sqrt 3 times that (the C of nine
/// pairs, and shadows of (f x u) and (v x e)), less than 6. Evaluation adds 20 roundings of 6
/// `size`.
double ConvexPair::error() const {
  return 6.0 * (p_.error + (7.2 * p_.degree * kCuts + 36.0) * kU * p_.size);
}

double ConvexPair::length_error() const {
  const double least = least_weight(p_);
  return least > 0.0 ? error() / least : kInfinity;
}

void ConvexPair::load(double from, double to) {
  Lanes f;
  for (int i = 0; i <= p_.degree; ++i) std::copy(p_.c[i], p_.c[i] + kBaseLanes, f.c[i]);
  const double lo = std::fmin(from, to), hi = std::fmax(from, to);
  if (lo > 0.0) drop_left(f, p_.degree, lo);
  if (hi < 1.0) drop_right(f, p_.degree, lo < 1.0 ? (hi - lo) / (1.0 - lo) : 0.0);
  rows_.resize(std::size_t(p_.degree) + 1);
  for (std::size_t i = 0; i < rows_.size(); ++i) rows_[i] = row_of(f.c[i]);
  if (to < from) std::reverse(rows_.begin(), rows_.end());
}

ConvexMoment ConvexPair::moment_at(double t) {
  load(t, t);
  return moment_of(rows_[0]);
}

/// n . b's nearest - n . a's farthest point, times W, for the axis' control vector in this row. A
/// support function of a sum of vectors is at most the sum of support functions, so that these are
/// control values of a lower bound; at the ends of the part they are exact.
double ConvexPair::control_value(const ConvexAxis& axis, const ConvexRow& row) const {
  switch (axis.kind) {
    case ConvexAxis::Kind::kFaceOfA:
    case ConvexAxis::Kind::kFixedInA: {
      const bool is_face = axis.kind == ConvexAxis::Kind::kFaceOfA;
      const Vec3& n = is_face ? a_.normals[axis.a] : axis.fixed;
      const double height = is_face ? a_.heights[axis.a] : a_.support(n);
      return n.dot(row.in_a) - b_.support(-(row.v.transpose() * n)) - row.weight * height;
    }
    case ConvexAxis::Kind::kFaceOfB: {
      const Vec3& n = b_.normals[axis.b];
      return -n.dot(row.in_b) - a_.support(-(row.v * n)) - row.weight * b_.heights[axis.b];
    }
    case ConvexAxis::Kind::kEdges: {
      const Vec3 e = axis.sign * a_.edges[axis.a].direction;
      const Vec3& f = b_.edges[axis.b].direction;
      // (e x Rf) . v = v . (e x Rf), and (e x Rf) . R u = e . R (f x u) = u . (R^T e x f).
      const Vec3 on_a = e.cross(row.v * f), on_b = (row.v.transpose() * e).cross(f);
      return e.dot(row.across * f) - b_.support(-on_b) - a_.support(on_a);
    }
    default:
      return -1.0;
  }
}

ConvexPair::Line ConvexPair::bound(const ConvexAxis& axis) {
  ++bounds;
  const double off = error();
  Line line;
  line.first = control_value(axis, rows_[0]) - off;
  if (!(line.first > 0.0)) return line;
  double lowest = line.first;
  line.slope = 0x1p1000;
  for (int k = 1; k <= p_.degree; ++k) {
    const double value = control_value(axis, rows_[std::size_t(k)]) - off;
    lowest = std::fmin(lowest, value);
    line.slope = std::fmin(line.slope, (value - line.first) * p_.degree / k);
  }
  line.share = lowest > 0.0 ? 1.0 : std::fmin(1.0, line.first / -line.slope * (1.0 - 0x1p-48));
  return line;
}

ConvexPair::Reach ConvexPair::apart_until(double from, double to, const ConvexAxis* extra) {
  Reach reach{from, {}, {}, 0.0};
  double end = to;
  while (reach.time != to) {
    load(reach.time, end);
    std::vector<ConvexAxis> axes = graze::analytic::best_axes(a_, b_, moment_of(rows_[0]));
    if (extra) axes.push_back(*extra);
    Line best;
    const ConvexAxis* winner = nullptr;
    for (const ConvexAxis& axis : axes) {
      const Line line = bound(axis);
      if (line.share > best.share) best = line, winner = &axis;
      if (best.share >= 1.0) break;
    }
    if (!winner) break;
    if (reach.first.kind == ConvexAxis::Kind::kNone) reach.first = *winner;
    reach.last = *winner;
    const double length = end - reach.time, step = best.share * length;
    reach.slope = best.share < 1.0 ? std::fabs(best.slope / (length * rows_[0].weight)) : 0.0;
    const bool is_near = best.first < 3.0 * error();
    if (best.share < 1.0 && std::fabs(step) < (is_near ? kCrawling : kLeastStep)) break;
    if (best.share >= 1.0) {
      reach.time = end;
      end = to;
      continue;
    }
    reach.time += step;
    // What follows a short step is probably of its size.
    if (best.share < 0.125) end = reach.time + 4.0 * step;
  }
  return reach;
}

bool ConvexPair::is_inside_a(const Vec3& p, double grown) const {
  for (const SidePlane& plane : a_.planes)
    if (!(plane.normal.dot(p) < plane.offset - plane.doubt + grown)) return false;
  return !a_.planes.empty();
}

std::optional<Vec3> ConvexPair::common_point(double t) {
  ++points;
  const ConvexMoment moment = moment_at(t);
  const DeepPoint deep = deepest_point(a_, b_, moment);
  if (!(deep.depth > 0.0) || !overlap_during(t, t, deep.point, deep.point)) return std::nullopt;
  return deep.point;
}

/// a is convex and rests in its own frame: a straight path between points inside stays inside. For
/// each plane of b its function along the path has the degree d + 1; all control values negative
/// is a proof. The point is enclosed by b's closed surface, being below all its triangles.
bool ConvexPair::is_within(double from, double to, const Vec3& p_from, const Vec3& p_to,
                           double grown) {
  if (!is_inside_a(p_from, grown) || !is_inside_a(p_to, grown) || b_.planes.empty()) return false;
  load(from, to);
  const int n = p_.degree;
  const double off = error();
  for (int k = 0; k <= n + 1; ++k) {
    const double right = double(k) / double(n + 1), left = 1.0 - right;
    const ConvexRow& low = rows_[std::size_t(std::min(k, n))];
    const ConvexRow& high = rows_[std::size_t(std::max(k - 1, 0))];
    const Vec3 along = left * (low.v.transpose() * p_from - low.in_b) +
                       right * (high.v.transpose() * p_to - high.in_b);
    const double weight = left * low.weight + right * high.weight;
    for (const SidePlane& plane : b_.planes)
      if (!(plane.normal.dot(along) < weight * (plane.offset - plane.doubt + grown) - off))
        return false;
  }
  return true;
}

double ConvexPair::band() const {
  double doubt = 0.0;
  for (const ConvexSide* side : {&a_, &b_})
    for (const SidePlane& plane : side->planes) doubt = std::fmax(doubt, plane.doubt);
  return 64.0 * length_error() + 8.0 * doubt;
}

bool ConvexPair::nearly_touch_during(double from, double to) {
  const Vec3 p_from = deepest_point(a_, b_, moment_at(from)).point;
  const Vec3 p_to = deepest_point(a_, b_, moment_at(to)).point;
  return is_within(from, to, p_from, p_to, band());
}

}  // namespace graze::analytic
