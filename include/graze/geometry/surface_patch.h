// SPDX-License-Identifier: MIT
// Surfaces with two parameters: rational Bezier patches, faces of revolution and extrusion, and
// functions of the user's own.                                                                [C10]
#pragma once
#include <graze/geometry/expression.h>
#include <graze/geometry/surface_cell.h>
#include <graze/geometry/surface_curve.h>

#include <functional>
#include <memory>
#include <variant>
#include <vector>

namespace graze {

/// sum w_ij B_i(v) B_j(u) points_ij / sum w_ij B_i(v) B_j(u) for u, v in [0, 1]: `rows` times
/// `columns` points, row by row, u along a row. No weights: all are one.
struct BezierPatch {
  int rows = 0, columns = 0;
  std::vector<Vec3> points;
  std::vector<double> weights;
};

/// A profile turned about the z axis of `frame`: frame * (r cos u, r sin u, z), where r and z are
/// the x and z coordinates of the profile at v; its y is not used.
struct RevolutionPatch {
  Pose frame;  ///< orthonormal to 1e-12
  SurfaceCurve profile;
};

/// curve(u) + v direction.
struct ExtrusionPatch {
  SurfaceCurve curve;
  Vec3 direction = Vec3::UnitZ();
};

/// x, y and z as formulas in u and v.
struct FormulaPatch {
  std::array<std::shared_ptr<const Expression>, 3> xyz;
};

/// The user's own function. What it returns is trusted; safe to call from several threads.
struct FunctionPatch {
  /// Contains the surface's points over the ranges; tight for points.
  std::function<IntervalVec3(const Interval& u, const Interval& v)> enclose;
  /// At least the length of the second derivative by u (first) and by v (second) over the ranges.
  std::function<std::array<double, 2>(const Interval& u, const Interval& v)> second_derivatives;
};

using SurfacePatch =
    std::variant<BezierPatch, RevolutionPatch, ExtrusionPatch, FormulaPatch, FunctionPatch>;

/// Throws InputError where a patch is not one: weights that are not positive, a frame that is not
/// orthonormal, numbers that are not finite, …
void check(const SurfacePatch& patch);

/// Contains the patch's points over the ranges of u and v.
IntervalVec3 enclose(const SurfacePatch& patch, const Interval& u, const Interval& v);

/// The rectangle of `region` enclosed. By the convex hull property (Bezier), or because a function
/// is within (h_u^2 sup |S_uu| + h_v^2 sup |S_vv|) / 8 of the bilinear one through its corners.
SurfaceCell cell_of(const SurfacePatch& patch, const SurfaceRegion& region);

/// Given by numbers alone: not by a formula or a function.
bool can_move(const SurfacePatch& patch);

/// The same patch in another frame, all lengths multiplied by `factor` first; parameters stay. Each
/// number is rounded. Throws InputError unless can_move.
SurfacePatch moved(const SurfacePatch& patch, const Pose& frame_from_patch, double factor = 1.0);

// Named faces, about the z axis of `frame`, and their whole ranges.
/// u: angle, v: height.
RevolutionPatch cylinder_patch(const Pose& frame, double radius);
/// u: angle, v: height; the radius is `radius` + v `slope`.
RevolutionPatch cone_patch(const Pose& frame, double radius, double slope);
/// u: longitude, v: latitude.
RevolutionPatch sphere_patch(const Pose& frame, double radius);
/// u: angle about the axis, v: angle about the circle of radius `major`.
RevolutionPatch torus_patch(const Pose& frame, double major, double minor);
/// origin + u x + v y.
ExtrusionPatch plane_patch(const Vec3& origin, const Vec3& x, const Vec3& y);
/// Formulas in u and v.
FormulaPatch formula_patch(const std::array<std::string, 3>& xyz,
                           const std::map<std::string, double>& constants = {});

}  // namespace graze
