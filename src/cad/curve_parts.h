// SPDX-License-Identifier: MIT
// Curves of OpenCASCADE as ours: lines, arcs and rational Bezier pieces.
#pragma once
#include <Geom2d_Curve.hxx>
#include <Geom_Curve.hxx>
#include <gp_Pnt.hxx>
#include <gp_XYZ.hxx>
#include <vector>

#include "graze/geometry/surface_curve.h"

namespace graze::cad {

/// A part of a curve: its own parameter runs over `own` while that of the CAD curve runs over
/// `range`, linearly (for parts of hyperbolas, nearly so).
struct CurvePart {
  SurfaceCurve curve;
  Interval own, range;
};

/// The curve over the range, in order. Throws InputError, whose `found` is the kind, for a kind
/// that is not known.
std::vector<CurvePart> parts_of(const Handle(Geom_Curve) & curve, const Interval& range);

/// True if its parts' parameters are linear in its own, so that surfaces swept along it keep
/// theirs.
bool runs_evenly(const Handle(Geom_Curve) & curve);

/// A curve in the plane of parameters; z is zero.
std::vector<CurvePart> parts_of(const Handle(Geom2d_Curve) & curve, const Interval& range);

/// The part of the curve within `range`.
std::vector<CurvePart> cut(const std::vector<CurvePart>& parts, const Interval& range);

inline Vec3 to_vec(const gp_XYZ& p) { return {p.X(), p.Y(), p.Z()}; }
inline Vec3 to_vec(const gp_Pnt& p) { return to_vec(p.XYZ()); }

/// Where x goes under the linear map that takes `from` to `to`.
double mapped(double x, const Interval& from, const Interval& to);

}  // namespace graze::cad
