// SPDX-License-Identifier: MIT
// A face as it looks from a line: its points' distances rho to the line and heights z along it.
//                                                                                             [C10]
#pragma once
#include <optional>

#include "graze/geometry/surface.h"
#include "methods/certified/surface_hull.h"

namespace graze::certified {

/// A face about a line of its body: a face of revolution about its axis, a Bezier patch that is a
/// part of a cylinder, or a plane across the line.
struct AxisFace {
  enum class Kind { kRevolution, kCylinder, kPlane };
  Kind kind = Kind::kRevolution;
  const SurfaceFace* face = nullptr;
  Vec3 point, axis;      ///< of the line, body frame; unit
  SurfaceCurve profile;  ///< x: rho, or -rho; z: height above `point`
  Interval range;        ///< of the profile's parameter
  double size = 0.0;     ///< no point of the face is farther from `point`
  double error = 0.0;    ///< of a plane not quite across the line, a patch not quite round
  int outside = 0;       ///< of (z', -x') along the profile: 1 if it points outside, else -1
};

/// About its own axis; none if it has none.
std::optional<AxisFace> face_about_axis(const SurfaceFace& face);
/// A Bezier patch that is proved to be a part of a cylinder, to `error`.
std::optional<AxisFace> round_patch(const SurfaceFace& face);
/// A plane across a line of its body frame.
std::optional<AxisFace> ring_about(const SurfaceFace& face, const Vec3& point, const Vec3& axis);

/// Contains the points of a range of the profile in the plane of x = rho and z.
Hull profile_hull(const AxisFace& face, const Interval& range);

/// A share of the face's range of angles (of a plane: of a full turn), as a direction of the body
/// frame.
Vec3 direction_at(const AxisFace& face, double share);
/// The face's own parameters at a place of its profile, looking along `out` (unit, body frame);
/// none if the face is not there.
std::optional<std::array<double, 2>> parameters_at(const AxisFace& face, double profile,
                                                   const Vec3& out);

inline constexpr double kLengthError = 1e-14;  ///< of lengths from frames and curves

}  // namespace graze::certified
