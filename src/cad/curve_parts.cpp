// SPDX-License-Identifier: MIT
#include "cad/curve_parts.h"

#include <GeomConvert_BSplineCurveToBezierCurve.hxx>
#include <GeomLib.hxx>
#include <Geom_BSplineCurve.hxx>
#include <Geom_BezierCurve.hxx>
#include <Geom_Circle.hxx>
#include <Geom_Ellipse.hxx>
#include <Geom_Hyperbola.hxx>
#include <Geom_Line.hxx>
#include <Geom_Parabola.hxx>
#include <Geom_TrimmedCurve.hxx>
#include <algorithm>
#include <cmath>

#include "graze/base/error.h"

namespace graze::cad {
namespace {

constexpr double kPieceOfHyperbola = 0.05, kFarOnHyperbola = 40.0;  // of its parameter

ArcCurve arc(const gp_Ax2& frame, double along_x, double along_y) {
  return {to_vec(frame.Location()), along_x * to_vec(frame.XDirection().XYZ()),
          along_y * to_vec(frame.YDirection().XYZ())};
}

BezierCurve bezier(const Handle(Geom_BezierCurve) & curve) {
  BezierCurve result;
  for (int k = 1; k <= curve->NbPoles(); ++k) {
    result.points.push_back(to_vec(curve->Pole(k)));
    if (curve->IsRational()) result.weights.push_back(curve->Weight(k));
  }
  return result;
}

// u -> centre + u^2 / (4 focal) x + u y is a polynomial: its control points are blossoms.
CurvePart parabola(const gp_Parab& curve, const Interval& range) {
  const auto blossom = [&](double s, double t) {
    return Vec3(to_vec(curve.Location()) +
                s * t / (4.0 * curve.Focal()) * to_vec(curve.XAxis().Direction().XYZ()) +
                0.5 * (s + t) * to_vec(curve.YAxis().Direction().XYZ()));
  };
  const double a = range.lo, b = range.hi;
  return {BezierCurve{{blossom(a, a), blossom(a, b), blossom(b, b)}, {}}, {0.0, 1.0}, range};
}

// Pieces of C + A cosh t + B sinh t. About the middle of a piece, t = m + d with |d| <= h, the
// curve is C + A' cosh d + B' sinh d: a rational parabola whose middle point is C + A' / cosh h, of
// the weight cosh h. Its own parameter is not linear in t, but the ends of pieces agree, and pieces
// are so short that the rest nearly does.
std::vector<CurvePart> hyperbola(const gp_Hypr& curve, const Interval& range) {
  const Vec3 centre = to_vec(curve.Location());
  const Vec3 a = curve.MajorRadius() * to_vec(curve.XAxis().Direction().XYZ());
  const Vec3 b = curve.MinorRadius() * to_vec(curve.YAxis().Direction().XYZ());
  const auto at = [&](double t) { return Vec3(centre + std::cosh(t) * a + std::sinh(t) * b); };
  if (!(range.lo >= -kFarOnHyperbola && range.hi <= kFarOnHyperbola))
    throw InputError({"curve", "a hyperbola without ends", "a part of one", ""});
  const int count = static_cast<int>(std::ceil(range.width() / kPieceOfHyperbola));
  std::vector<CurvePart> parts;
  for (int k = 0; k < count; ++k) {
    const Interval over{mapped(k, {0.0, double(count)}, range),
                        mapped(k + 1, {0.0, double(count)}, range)};
    const double middle = over.middle(), weight = std::cosh(0.5 * over.width());
    const Vec3 corner = centre + (std::cosh(middle) * a + std::sinh(middle) * b) / weight;
    parts.push_back(
        {BezierCurve{{at(over.lo), corner, at(over.hi)}, {1.0, weight, 1.0}}, {0.0, 1.0}, over});
  }
  return parts;
}

// Cut to the range first: a periodic curve then has an end, and the range may be in any period.
std::vector<CurvePart> spline_parts(const Handle(Geom_BSplineCurve) & curve,
                                    const Interval& range) {
  const Handle(Geom_BSplineCurve) piece = Handle(Geom_BSplineCurve)::DownCast(curve->Copy());
  piece->Segment(range.lo, range.hi);
  GeomConvert_BSplineCurveToBezierCurve split(piece);
  TColStd_Array1OfReal knots(1, split.NbArcs() + 1);
  split.Knots(knots);
  const double shift = range.lo - knots(1);
  std::vector<CurvePart> parts;
  for (int k = 1; k <= split.NbArcs(); ++k) {
    const Interval over{k == 1 ? range.lo : knots(k) + shift,
                        k == split.NbArcs() ? range.hi : knots(k + 1) + shift};
    parts.push_back({bezier(split.Arc(k)), {0.0, 1.0}, over});
  }
  return parts;
}

}  // namespace

double mapped(double x, const Interval& from, const Interval& to) {
  if (from == to) return x;
  if (x == from.lo) return to.lo;
  if (x == from.hi) return to.hi;
  return to.lo + (x - from.lo) * ((to.hi - to.lo) / (from.hi - from.lo));
}

std::vector<CurvePart> parts_of(const Handle(Geom_Curve) & curve, const Interval& range) {
  if (const auto trimmed = Handle(Geom_TrimmedCurve)::DownCast(curve)) {
    return parts_of(trimmed->BasisCurve(), range);
  }
  if (const auto line = Handle(Geom_Line)::DownCast(curve)) {
    const Vec3 begin = to_vec(line->Position().Location());
    return {{LineCurve{begin, begin + to_vec(line->Position().Direction().XYZ())}, range, range}};
  }
  if (const auto circle = Handle(Geom_Circle)::DownCast(curve)) {
    return {{arc(circle->Position(), circle->Radius(), circle->Radius()), range, range}};
  }
  if (const auto ellipse = Handle(Geom_Ellipse)::DownCast(curve)) {
    return {
        {arc(ellipse->Position(), ellipse->MajorRadius(), ellipse->MinorRadius()), range, range}};
  }
  if (const auto parab = Handle(Geom_Parabola)::DownCast(curve)) {
    return {parabola(parab->Parab(), range)};
  }
  if (const auto hyper = Handle(Geom_Hyperbola)::DownCast(curve)) {
    return hyperbola(hyper->Hypr(), range);
  }
  if (const auto known = Handle(Geom_BezierCurve)::DownCast(curve)) {
    return {{bezier(known), range, range}};
  }
  if (const auto spline = Handle(Geom_BSplineCurve)::DownCast(curve)) {
    return spline_parts(spline, range);
  }
  throw InputError({"curve", curve->DynamicType()->Name() + 5, "a line, conic or spline", ""});
}

bool runs_evenly(const Handle(Geom_Curve) & curve) {
  const auto trimmed = Handle(Geom_TrimmedCurve)::DownCast(curve);
  if (!trimmed.IsNull()) return runs_evenly(trimmed->BasisCurve());
  return !curve->IsKind(STANDARD_TYPE(Geom_Hyperbola));
}

std::vector<CurvePart> parts_of(const Handle(Geom2d_Curve) & curve, const Interval& range) {
  const gp_Ax2 plane(gp_Pnt(0, 0, 0), gp_Dir(0, 0, 1), gp_Dir(1, 0, 0));
  const Handle(Geom_Curve) lifted = GeomLib::To3d(plane, curve);
  if (lifted.IsNull())
    throw InputError({"curve", "an unknown kind", "a line, conic or spline", ""});
  return parts_of(lifted, range);
}

std::vector<CurvePart> cut(const std::vector<CurvePart>& parts, const Interval& range) {
  std::vector<CurvePart> result;
  for (const CurvePart& part : parts) {
    const Interval both{std::max(part.range.lo, range.lo), std::min(part.range.hi, range.hi)};
    if (!(both.lo < both.hi)) continue;
    result.push_back(
        {part.curve,
         {mapped(both.lo, part.range, part.own), mapped(both.hi, part.range, part.own)},
         both});
  }
  return result;
}

}  // namespace graze::cad
