// SPDX-License-Identifier: MIT
// Question   How does a face look from a line?
// Source     docs/methods/surfaces.md, "Faces about one line".
// Guarantee  The profile, widened by `error`, contains (rho, z) of all points of the face.
// Changed    -
#include "methods/certified/axis_face.h"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "graze/math/length.h"
#include "graze/math/sin_cos.h"
#include "methods/certified/round_curve.h"

namespace graze::certified {
namespace {

constexpr double kStraight = 1e-9;     // sine between a plane's normal and a line across it
constexpr int kPiecesOfLoop = 64;      // of a curve that is not a circle about the line
constexpr double kNearlyRound = 1e-9;  // of the radius

Vec3 in_plane_of(const Vec3& p) { return {std::fabs(p.x()), 0.0, p.z()}; }

double farthest_of(const SurfaceCurve& profile, const Interval& range) {
  const IntervalVec3 box = enclose(profile, range);
  const auto most = [](const Interval& x) { return std::max(std::fabs(x.lo), std::fabs(x.hi)); };
  return length_of({most(box.x), 0.0, most(box.z)});
}

std::optional<AxisFace> revolved(const SurfaceFace& face) {
  const auto* form = std::get_if<PatchFace>(&face.form);
  const auto* patch = form != nullptr ? std::get_if<RevolutionPatch>(&form->patch) : nullptr;
  if (patch == nullptr) return std::nullopt;
  AxisFace result{AxisFace::Kind::kRevolution,  &face,          patch->frame.translation,
                  patch->frame.rotation.col(2), patch->profile, form->v};
  result.size = farthest_of(patch->profile, form->v);
  result.outside = (patch->frame.rotation.determinant() < 0.0) == face.flipped ? 1 : -1;
  return result;
}

/// A plane: its vectors and loops in space.
struct Plane {
  Vec3 origin, x, y;
  Vec3 at(const Vec3& uv) const { return origin + uv.x() * x + uv.y() * y; }
  Vec3 normal() const { return x.cross(y).normalized(); }
  std::array<double, 2> parameters(const Vec3& p) const {
    const Vec3 d = p - origin, n = x.cross(y);
    return {d.cross(y).dot(n) / n.squaredNorm(), x.cross(d).dot(n) / n.squaredNorm()};
  }
};

std::optional<Plane> plane_of(const SurfaceFace& face) {
  const auto* form = std::get_if<PatchFace>(&face.form);
  const auto* patch = form != nullptr ? std::get_if<ExtrusionPatch>(&form->patch) : nullptr;
  const auto* line = patch != nullptr ? std::get_if<LineCurve>(&patch->curve) : nullptr;
  if (line == nullptr) return std::nullopt;
  return Plane{line->begin, line->end - line->begin, patch->direction};
}

/// A spline that is a circle about the centre, as many files write it; none if it is not.
std::optional<Interval> of_round_spline(const TrimCurve& trim, const Plane& plane,
                                        const Vec3& centre) {
  const auto* spline = std::get_if<BezierCurve>(&trim.curve);
  if (spline == nullptr) return std::nullopt;
  std::vector<Vec3> arms;
  double size = plane.origin.norm() + centre.norm();
  for (const Vec3& p : spline->points) {
    arms.push_back(plane.at(p) - centre);
    size = std::max(size, plane.origin.norm() + arms.back().norm() + centre.norm());
  }
  const double radius = arms.front().norm();
  if (!(radius > 0.0)) return std::nullopt;
  const double error =
      off_circle(arms, spline->weights, plane.normal(), radius) + 8.0 * kLengthError * size;
  if (!(error <= kNearlyRound * radius)) return std::nullopt;
  return Interval(radius - error, radius + error);
}

/// Distances of a loop's curve from a point of the plane; a circle is measured as such.
Interval distances(const TrimCurve& trim, const Plane& plane, const Vec3& centre) {
  if (const auto round = of_round_spline(trim, plane, centre)) return *round;
  const auto* arc = std::get_if<ArcCurve>(&trim.curve);
  if (arc != nullptr) {
    const Vec3 x = plane.at(arc->x) - plane.origin, y = plane.at(arc->y) - plane.origin;
    const double radius = x.norm(), off = (plane.at(arc->centre) - centre).norm();
    const double oval = std::fabs(y.norm() - radius) + std::fabs(x.dot(y)) / radius;
    const double error = oval + kLengthError * (radius + off + plane.origin.norm());
    if (oval <= 1e-12 * radius)
      return {std::max(0.0, std::fabs(off - radius) - error), off + radius + error};
  }
  Interval all{kInfinity, 0.0};
  for (int k = 0; k < kPiecesOfLoop; ++k) {
    const auto end = [&](int i) { return trim.range.lo + trim.range.width() * i / kPiecesOfLoop; };
    const CurvePiece piece = piece_of(trim.curve, {end(k), end(k + 1)});
    const Vec3 begin = plane.at(piece.begin) - centre, way = plane.at(piece.end) - centre - begin;
    const double share =
        std::clamp(-begin.dot(way) / std::max(way.squaredNorm(), 1e-300), 0.0, 1.0);
    const double slack = (piece.slack + kLengthError) * (plane.x.norm() + plane.y.norm()) +
                         kLengthError * (plane.origin.norm() + centre.norm());
    all.lo = std::min(all.lo, Vec3(begin + share * way).norm() - slack);
    all.hi = std::max({all.hi, begin.norm() + slack, Vec3(begin + way).norm() + slack});
  }
  return {std::max(0.0, all.lo), all.hi};
}

/// Distances of all points of a plane face from a point of its plane.
Interval distances(const PatchFace& face, const Plane& plane, const Vec3& centre) {
  const auto uv = plane.parameters(centre);
  Interval all{kInfinity, 0.0};
  if (face.trim) {
    for (const TrimCurve& curve : face.trim->curves()) {
      const Interval one = distances(curve, plane, centre);
      all = {std::min(all.lo, one.lo), std::max(all.hi, one.hi)};
    }
    const bool has_centre =
        face.trim->classify(inflated(Interval(uv[0]), 1e-9), inflated(Interval(uv[1]), 1e-9)) !=
        TrimPlace::kOutside;
    return has_centre ? Interval(0.0, all.hi) : all;
  }
  for (const double u : {face.u.lo, face.u.hi}) {
    for (const double v : {face.v.lo, face.v.hi})
      all.hi = std::max(all.hi, (plane.at({u, v, 0.0}) - centre).norm() * (1.0 + kLengthError));
  }
  return {0.0, all.hi};
}

/// u of a face of revolution that looks along `out` (body frame), in its range; or none.
std::optional<double> angle_of(const AxisFace& face, const Vec3& out, bool is_behind) {
  const auto& form = std::get<PatchFace>(face.face->form);
  const Mat3& axes = std::get<RevolutionPatch>(form.patch).frame.rotation;
  const Vec3 local = axes.transpose() * (is_behind ? Vec3(-out) : out);
  double u = atan2(local.y(), local.x());
  constexpr double kTurn = 2.0 * std::numbers::pi;
  u = std::max(form.u.lo, u + kTurn * std::ceil((form.u.lo - u) / kTurn - 1e-12));
  return u <= form.u.hi + 1e-12 ? std::optional(std::min(u, form.u.hi)) : std::nullopt;
}

/// Parameters of a patch next to a point, by Newton's method from the middle; none if it is not
/// there.
std::optional<std::array<double, 2>> parameters_near(const PatchFace& form, const Vec3& p,
                                                     double near) {
  Vec3 uv(form.u.middle(), form.v.middle(), 0.0);
  const auto at = [&](double u, double v) { return enclose(form.patch, u, v).middle(); };
  for (int k = 0; k < 24; ++k) {
    const Vec3 here = at(uv.x(), uv.y());
    const double du = 1e-6 * form.u.width(), dv = 1e-6 * form.v.width();
    Eigen::Matrix<double, 3, 2> slopes;
    slopes << (at(uv.x() + (uv.x() > form.u.middle() ? -du : du), uv.y()) - here) /
                  (uv.x() > form.u.middle() ? -du : du),
        (at(uv.x(), uv.y() + (uv.y() > form.v.middle() ? -dv : dv)) - here) /
            (uv.y() > form.v.middle() ? -dv : dv);
    const Eigen::Vector2d step =
        (slopes.transpose() * slopes).inverse() * (slopes.transpose() * (p - here));
    uv.x() = std::clamp(uv.x() + step.x(), form.u.lo, form.u.hi);
    uv.y() = std::clamp(uv.y() + step.y(), form.v.lo, form.v.hi);
  }
  if (!((at(uv.x(), uv.y()) - p).norm() <= near)) return std::nullopt;
  return std::array{uv.x(), uv.y()};
}

}  // namespace

std::optional<AxisFace> face_about_axis(const SurfaceFace& face) {
  const auto turned = revolved(face);
  return turned ? turned : round_patch(face);
}

std::optional<AxisFace> ring_about(const SurfaceFace& face, const Vec3& point, const Vec3& axis) {
  const auto plane = plane_of(face);
  if (!plane || !(plane->normal().cross(axis).norm() <= kStraight)) return std::nullopt;
  const Vec3 normal = plane->normal();
  const double height = normal.dot(plane->origin - point) / normal.dot(axis);
  const Vec3 centre = point + height * axis;
  const Interval rho = distances(std::get<PatchFace>(face.form), *plane, centre);
  AxisFace ring{AxisFace::Kind::kPlane,
                &face,
                centre,
                axis,
                LineCurve{{rho.lo, 0.0, 0.0}, {rho.hi, 0.0, 0.0}},
                {0.0, 1.0}};
  ring.size = rho.hi;
  ring.error = 2.0 * normal.cross(axis).norm() * rho.hi;
  // Along the ring (z', -x') is -axis.
  ring.outside = (normal.dot(axis) < 0.0) != face.flipped ? 1 : -1;
  return ring;
}

Vec3 direction_at(const AxisFace& face, double share) {
  if (face.kind == AxisFace::Kind::kPlane) {
    const Vec3 x = plane_of(*face.face)->x.normalized();
    const SinCos turn = sin_cos(2.0 * std::numbers::pi * share);
    return x * turn.cos + face.axis.cross(x) * turn.sin;
  }
  const auto& form = std::get<PatchFace>(face.face->form);
  if (face.kind == AxisFace::Kind::kCylinder) {
    const auto& patch = std::get<BezierPatch>(form.patch);
    const bool along_u = patch.columns > 2;
    const double u = along_u ? std::lerp(form.u.lo, form.u.hi, share) : form.u.middle();
    const double v = along_u ? form.v.middle() : std::lerp(form.v.lo, form.v.hi, share);
    const Vec3 arm = enclose(form.patch, u, v).middle() - face.point;
    return Vec3(arm - face.axis * face.axis.dot(arm)).normalized();
  }
  const Mat3& axes = std::get<RevolutionPatch>(form.patch).frame.rotation;
  const double u = std::lerp(form.u.lo, form.u.hi, share);
  const SinCos turn = sin_cos(u);
  return axes.col(0) * turn.cos + axes.col(1) * turn.sin;
}

std::optional<std::array<double, 2>> parameters_at(const AxisFace& face, double profile,
                                                   const Vec3& out) {
  const Vec3 p = enclose(face.profile, Interval(profile)).middle();
  const auto& form = std::get<PatchFace>(face.face->form);
  switch (face.kind) {
    case AxisFace::Kind::kPlane:
      return plane_of(*face.face)->parameters(face.point + p.x() * out);
    case AxisFace::Kind::kCylinder:
      return parameters_near(form, face.point + p.x() * out + p.z() * face.axis, 1e-9 * face.size);
    case AxisFace::Kind::kRevolution:
      break;
  }
  const auto u = angle_of(face, out, p.x() < 0.0);
  if (!u) return std::nullopt;
  return std::array{*u, profile};
}

Hull profile_hull(const AxisFace& face, const Interval& range) {
  const CurvePiece piece = piece_of(face.profile, range);
  Hull hull;
  hull.points[0] = in_plane_of(piece.begin);
  hull.points[1] = in_plane_of(piece.end);
  hull.count = 2;
  if (piece.begin.x() * piece.end.x() < 0.0) {  // through the line: all between is nearer to it
    hull.points[2] = {0.0, 0.0, piece.begin.z()};
    hull.points[3] = {0.0, 0.0, piece.end.z()};
    hull.count = 4;
  }
  hull.slack = piece.slack + face.error + kLengthError * face.size;
  hull.doubt = hull.count == 2 ? hull.slack : hull.slack + (piece.end - piece.begin).norm();
  hull.loose = 0.5 * hull.doubt;
  hull.extent = 0.5 * (piece.end - piece.begin).norm() + hull.slack;
  hull.can_open = hull.extent > 0x1p-46 * face.size && range.width() > 0.0;
  return hull;
}

}  // namespace graze::certified
