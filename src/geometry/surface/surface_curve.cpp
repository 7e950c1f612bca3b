// SPDX-License-Identifier: MIT
#include "graze/geometry/surface_curve.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "geometry/surface/bernstein_net.h"
#include "geometry/surface/rounded.h"
#include "graze/base/error.h"
#include "graze/math/sin_cos.h"

namespace graze {
namespace {

using surface::ControlNet;

ControlNet net_of(const BezierCurve& curve) {
  ControlNet net{1, static_cast<int>(curve.points.size()), {}};
  for (std::size_t k = 0; k < curve.points.size(); ++k) {
    const Interval weight = curve.weights.empty() ? 1.0 : curve.weights[k];
    net.points.push_back({weight * IntervalVec3(curve.points[k]), weight});
  }
  return net;
}

IntervalVec3 point_at(const LineCurve& line, const Interval& t) {
  if (t == Interval(0.0)) return line.begin;
  if (t == Interval(1.0)) return line.end;
  return line.begin + t * (IntervalVec3(line.end) - line.begin);
}

IntervalVec3 point_at(const ArcCurve& arc, const Interval& t) {
  const IntervalSinCos turn = sin_cos(t);
  return arc.centre + (turn.cos * arc.x + turn.sin * arc.y);
}

IntervalVec3 point_at(const BezierCurve& curve, const Interval& t) {
  ControlNet net = net_of(curve);
  restrict_columns(net, t);
  IntervalVec3 all = place(net.at(0, 0));
  for (int k = 1; k < net.columns; ++k) {
    const IntervalVec3 p = place(net.at(0, k));
    all = {hull(all.x, p.x), hull(all.y, p.y), hull(all.z, p.z)};
  }
  return all;
}

CurvePiece chord(const IntervalVec3& begin, const IntervalVec3& end, double bulge) {
  const surface::Rounded a = surface::rounded(begin), b = surface::rounded(end);
  return {a.point, b.point, round_up_sum(bulge + std::max(a.radius, b.radius))};
}

CurvePiece piece(const LineCurve& line, const Interval& t) {
  return chord(point_at(line, Interval(t.lo)), point_at(line, Interval(t.hi)), 0.0);
}

CurvePiece piece(const ArcCurve& arc, const Interval& t) {
  return chord(point_at(arc, Interval(t.lo)), point_at(arc, Interval(t.hi)),
               surface::chord_error(t, surface::longest_on_ellipse(arc.x, arc.y)));
}

// Without weights, the curve is the same mean of its control points as the chord is of its points
// at their shares, so that it is no farther from the chord at the same parameter than they are.
// Ends come from their parameter alone, so that neighbours share them bit by bit.
CurvePiece piece(const BezierCurve& curve, const Interval& t) {
  ControlNet net = net_of(curve);
  restrict_columns(net, t);
  const int n = net.columns - 1;
  const CurvePiece ends =
      chord(point_at(curve, Interval(t.lo)), point_at(curve, Interval(t.hi)), 0.0);
  double slack = ends.slack;
  if (!curve.weights.empty()) {
    const IntervalVec3 from(ends.begin), to(ends.end);
    return {ends.begin, ends.end,
            std::max(slack, farthest_from_bilinear(net, {from, to, from, to}))};
  }
  for (int k = 0; k <= n; ++k) {
    const Interval share = Interval(k) / Interval(n);
    const IntervalVec3 on_chord =
        (Interval(1.0) - share) * IntervalVec3(ends.begin) + share * IntervalVec3(ends.end);
    slack = std::max(slack, surface::longest(place(net.at(0, k)) - on_chord));
  }
  return {ends.begin, ends.end, slack};
}

void check_bezier(const BezierCurve& curve) {
  const std::size_t n = curve.points.size();
  if (n < 2 || n > 32) {
    throw InputError({"Bezier curve", std::to_string(n) + " points", "2 to 32", ""});
  }
  if (!curve.weights.empty() && curve.weights.size() != n) {
    throw InputError({"Bezier curve", std::to_string(curve.weights.size()) + " weights",
                      "as many as points, or none", ""});
  }
  for (const double w : curve.weights) {
    if (w > 0.0 && std::isfinite(w)) continue;
    throw InputError({"Bezier curve", "the weight " + std::to_string(w), "weights > 0",
                      "a curve with other weights can leave the hull of its points"});
  }
}

bool all_finite(const SurfaceCurve& curve) {
  if (const auto* line = std::get_if<LineCurve>(&curve)) {
    return line->begin.allFinite() && line->end.allFinite();
  }
  if (const auto* arc = std::get_if<ArcCurve>(&curve)) {
    return arc->centre.allFinite() && arc->x.allFinite() && arc->y.allFinite();
  }
  const auto& points = std::get<BezierCurve>(curve).points;
  return std::all_of(points.begin(), points.end(), [](const Vec3& p) { return p.allFinite(); });
}

}  // namespace

void check(const SurfaceCurve& curve) {
  if (const auto* bezier = std::get_if<BezierCurve>(&curve)) check_bezier(*bezier);
  if (!all_finite(curve)) {
    throw InputError({"curve", "a number that is not finite", "finite numbers", ""});
  }
}

IntervalVec3 enclose(const SurfaceCurve& curve, const Interval& t) {
  return std::visit([&](const auto& kind) { return point_at(kind, t); }, curve);
}

CurvePiece piece_of(const SurfaceCurve& curve, const Interval& t) {
  return std::visit([&](const auto& kind) { return piece(kind, t); }, curve);
}

}  // namespace graze
