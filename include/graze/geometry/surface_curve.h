// SPDX-License-Identifier: MIT
// Curves that surfaces are made of: lines, arcs and rational Bezier curves.                   [C10]
#pragma once
#include <graze/math/interval_pose.h>

#include <variant>
#include <vector>

namespace graze {

/// begin + t (end - begin).
struct LineCurve {
  Vec3 begin = Vec3::Zero(), end = Vec3::UnitX();
};

/// centre + cos(t) x + sin(t) y: a circle, or an ellipse.
struct ArcCurve {
  Vec3 centre = Vec3::Zero();
  Vec3 x = Vec3::UnitX(), y = Vec3::UnitY();
};

/// sum w_k B_k(t) points_k / sum w_k B_k(t), Bernstein polynomials of degree points.size() - 1 on
/// [0, 1]. No weights: all are one.
struct BezierCurve {
  std::vector<Vec3> points;
  std::vector<double> weights;
};

using SurfaceCurve = std::variant<LineCurve, ArcCurve, BezierCurve>;

/// Throws InputError unless numbers are finite, weights > 0 and as many as points, of which there
/// are 2 to 32.
void check(const SurfaceCurve& curve);

/// Contains the curve's points over a range of its parameter.
IntervalVec3 enclose(const SurfaceCurve& curve, const Interval& t);

/// The same curve in another frame, all lengths multiplied by `factor` first; each number is
/// rounded.
SurfaceCurve moved(const SurfaceCurve& curve, const Pose& frame_from_curve, double factor = 1.0);

/// A piece of a curve: every point of it is within `slack` of the segment between the ends, and of
/// its point at the same parameter if the curve is not rational.
struct CurvePiece {
  Vec3 begin, end;
  double slack = 0.0;  ///< rounding included
};
CurvePiece piece_of(const SurfaceCurve& curve, const Interval& t);

}  // namespace graze
