// SPDX-License-Identifier: MIT
#include "cad/convert_surface.h"

#include <Geom_BSplineSurface.hxx>
#include <Geom_BezierSurface.hxx>
#include <Geom_ConicalSurface.hxx>
#include <Geom_CylindricalSurface.hxx>
#include <Geom_OffsetSurface.hxx>
#include <Geom_Plane.hxx>
#include <Geom_RectangularTrimmedSurface.hxx>
#include <Geom_SphericalSurface.hxx>
#include <Geom_SurfaceOfLinearExtrusion.hxx>
#include <Geom_SurfaceOfRevolution.hxx>
#include <Geom_ToroidalSurface.hxx>
#include <algorithm>
#include <cmath>

#include "cad/curve_parts.h"
#include "cad/spline_patches.h"
#include "graze/base/error.h"

namespace graze::cad {
namespace {

[[noreturn]] void refuse(const std::string& found, const std::string& expected) {
  throw InputError({"face", found, expected, ""});
}

Pose frame_of(const gp_Ax3& axes) {
  Pose frame;
  frame.rotation.col(0) = to_vec(axes.XDirection().XYZ());
  frame.rotation.col(1) = to_vec(axes.YDirection().XYZ());
  frame.rotation.col(2) = to_vec(axes.Direction().XYZ());
  frame.translation = to_vec(axes.Location());
  return frame;
}

CadPatch same_parameters(SurfacePatch patch, const Interval& u, const Interval& v) {
  return {{std::move(patch), u, v, {}}, u, v};
}

RevolutionPatch cone(const Geom_ConicalSurface& surface) {
  const double r = surface.RefRadius(), angle = surface.SemiAngle();
  return {frame_of(surface.Position()),
          LineCurve{{r, 0.0, 0.0}, {r + std::sin(angle), 0.0, std::cos(angle)}}};
}

// How far the curve leaves the plane y = 0, and its mean x.
struct Lean {
  double y = 0.0, x = 0.0, size = 0.0;
};

Lean lean_of(const Handle(Geom_Curve) & curve, const Interval& range, const Pose& axes_from_model) {
  Lean lean;
  for (int k = 0; k <= 16; ++k) {
    const Vec3 p =
        axes_from_model * to_vec(curve->Value(range.lo + (range.hi - range.lo) * k / 16.0));
    lean.y = std::max(lean.y, std::fabs(p.y()));
    lean.x = std::fabs(p.x()) > std::fabs(lean.x) ? p.x() : lean.x;
    lean.size = std::max(lean.size, p.norm());
  }
  return lean;
}

// The frame whose x axis is in the plane of the profile, so that u is the same angle.
Pose profile_frame(const Geom_SurfaceOfRevolution& surface, const Interval& v) {
  const gp_Ax1 axis = surface.Axis();
  const gp_Ax3 any(axis.Location(), axis.Direction());
  const Pose first = frame_of(any);
  double angle = 0.0, farthest = 0.0;
  for (int k = 0; k <= 16; ++k) {
    const gp_Pnt p = surface.BasisCurve()->Value(v.lo + (v.hi - v.lo) * k / 16.0);
    const Vec3 local = inverse(first) * to_vec(p);
    const double r = std::hypot(local.x(), local.y());
    if (r > farthest) farthest = r, angle = std::atan2(local.y(), local.x());
  }
  Pose frame = first;
  frame.rotation.col(0) =
      std::cos(angle) * first.rotation.col(0) + std::sin(angle) * first.rotation.col(1);
  frame.rotation.col(1) = frame.rotation.col(2).cross(frame.rotation.col(0));
  return frame;
}

void check_profile(const Handle(Geom_Curve) & curve) {
  if (!runs_evenly(curve)) refuse("a hyperbola that is swept", "a line, arc, parabola or spline");
}

std::vector<CadPatch> revolved(const Geom_SurfaceOfRevolution& surface, const Interval& u,
                               const Interval& v) {
  check_profile(surface.BasisCurve());
  const Pose frame = profile_frame(surface, v);
  const Lean lean = lean_of(surface.BasisCurve(), v, inverse(frame));
  if (lean.y > 1e-9 * lean.size) {
    refuse("a profile that is not in a plane with its axis", "one that is");
  }
  std::vector<CadPatch> patches;
  for (const CurvePart& part : parts_of(surface.BasisCurve(), v)) {
    const RevolutionPatch patch{frame, moved(part.curve, inverse(frame))};
    patches.push_back({{patch, u, part.own, {}}, u, part.range});
  }
  return patches;
}

std::vector<CadPatch> extruded(const Geom_SurfaceOfLinearExtrusion& surface, const Interval& u,
                               const Interval& v) {
  check_profile(surface.BasisCurve());
  std::vector<CadPatch> patches;
  for (const CurvePart& part : parts_of(surface.BasisCurve(), u)) {
    const ExtrusionPatch patch{part.curve, to_vec(surface.Direction().XYZ())};
    patches.push_back({{patch, part.own, v, {}}, part.range, v});
  }
  return patches;
}

}  // namespace

Handle(Geom_Surface) basis_of(const Handle(Geom_Surface) & surface) {
  const auto trimmed = Handle(Geom_RectangularTrimmedSurface)::DownCast(surface);
  return trimmed.IsNull() ? surface : basis_of(trimmed->BasisSurface());
}

std::string kind_of(const Handle(Geom_Surface) & surface) {
  if (surface->IsKind(STANDARD_TYPE(Geom_Plane))) return "plane";
  if (surface->IsKind(STANDARD_TYPE(Geom_CylindricalSurface))) return "cylinder";
  if (surface->IsKind(STANDARD_TYPE(Geom_ConicalSurface))) return "cone";
  if (surface->IsKind(STANDARD_TYPE(Geom_SphericalSurface))) return "sphere";
  if (surface->IsKind(STANDARD_TYPE(Geom_ToroidalSurface))) return "torus";
  if (surface->IsKind(STANDARD_TYPE(Geom_SurfaceOfRevolution))) return "revolution";
  if (surface->IsKind(STANDARD_TYPE(Geom_SurfaceOfLinearExtrusion))) return "extrusion";
  if (surface->IsKind(STANDARD_TYPE(Geom_BezierSurface))) return "bezier";
  if (surface->IsKind(STANDARD_TYPE(Geom_BSplineSurface))) return "b-spline";
  if (surface->IsKind(STANDARD_TYPE(Geom_OffsetSurface))) return "offset";
  return surface->DynamicType()->Name();
}

std::vector<CadPatch> patches_of(const Handle(Geom_Surface) & surface, const ParameterBox& box) {
  const Interval &u = box.u, &v = box.v;
  if (const auto plane = Handle(Geom_Plane)::DownCast(surface)) {
    const Pose frame = frame_of(plane->Position());
    return {same_parameters(
        plane_patch(frame.translation, frame.rotation.col(0), frame.rotation.col(1)), u, v)};
  }
  if (const auto s = Handle(Geom_CylindricalSurface)::DownCast(surface)) {
    return {same_parameters(cylinder_patch(frame_of(s->Position()), s->Radius()), u, v)};
  }
  if (const auto s = Handle(Geom_ConicalSurface)::DownCast(surface)) {
    return {same_parameters(cone(*s), u, v)};
  }
  if (const auto s = Handle(Geom_SphericalSurface)::DownCast(surface)) {
    return {same_parameters(sphere_patch(frame_of(s->Position()), s->Radius()), u, v)};
  }
  if (const auto s = Handle(Geom_ToroidalSurface)::DownCast(surface)) {
    return {same_parameters(
        torus_patch(frame_of(s->Position()), s->MajorRadius(), s->MinorRadius()), u, v)};
  }
  if (const auto s = Handle(Geom_SurfaceOfRevolution)::DownCast(surface)) return revolved(*s, u, v);
  if (const auto s = Handle(Geom_SurfaceOfLinearExtrusion)::DownCast(surface)) {
    return extruded(*s, u, v);
  }
  if (const auto s = Handle(Geom_BezierSurface)::DownCast(surface)) {
    return {same_parameters(bezier_patch(s), u, v)};
  }
  if (const auto s = Handle(Geom_BSplineSurface)::DownCast(surface)) return spline_patches(s, box);
  refuse("a surface of the kind " + kind_of(surface), "an analytic, swept or spline surface");
}

}  // namespace graze::cad
