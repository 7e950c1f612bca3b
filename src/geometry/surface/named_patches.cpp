// SPDX-License-Identifier: MIT
#include <algorithm>
#include <cmath>
#include <string>

#include "graze/base/error.h"
#include "graze/geometry/surface_patch.h"

namespace graze {
namespace {

void check_patch(const BezierPatch& patch) {
  const auto size = static_cast<std::size_t>(std::max(0, patch.rows * patch.columns));
  if (patch.rows < 2 || patch.columns < 2 || patch.rows > 32 || patch.columns > 32) {
    throw InputError(
        {"Bezier patch",
         std::to_string(patch.rows) + " x " + std::to_string(patch.columns) + " points",
         "2 to 32 rows and columns", ""});
  }
  if (patch.points.size() != size || (!patch.weights.empty() && patch.weights.size() != size)) {
    throw InputError({"Bezier patch",
                      std::to_string(patch.points.size()) + " points and " +
                          std::to_string(patch.weights.size()) + " weights",
                      std::to_string(size) + " points, and as many weights or none", ""});
  }
  for (const double w : patch.weights) {
    if (w > 0.0 && std::isfinite(w)) continue;
    throw InputError({"Bezier patch", "the weight " + std::to_string(w), "weights > 0",
                      "a patch with other weights can leave the hull of its points"});
  }
  for (const Vec3& p : patch.points) {
    if (!p.allFinite()) {
      throw InputError({"Bezier patch", "a point that is not finite", "finite numbers", ""});
    }
  }
}

void check_patch(const RevolutionPatch& patch) {
  check(patch.profile);
  const Mat3& r = patch.frame.rotation;
  const double off = (r.transpose() * r - Mat3::Identity()).lpNorm<Eigen::Infinity>();
  if (!(off <= 1e-12) || !patch.frame.translation.allFinite()) {
    throw InputError({"face of revolution", "a frame that is not orthonormal",
                      "axes of length 1 at right angles, to 1e-12", ""});
  }
}

void check_patch(const ExtrusionPatch& patch) {
  check(patch.curve);
  if (!patch.direction.allFinite()) {
    throw InputError({"extrusion", "a direction that is not finite", "finite numbers", ""});
  }
}

void check_patch(const FormulaPatch& patch) {
  for (const auto& coordinate : patch.xyz) {
    if (!coordinate) throw InputError({"formula patch", "no formula", "three of them", ""});
  }
}

void check_patch(const FunctionPatch& patch) {
  if (patch.enclose && patch.second_derivatives) return;
  throw InputError({"function patch", "a function that is missing",
                    "one for points and one for second derivatives", ""});
}

RevolutionPatch revolved(const Pose& frame, const SurfaceCurve& profile) {
  RevolutionPatch patch{frame, profile};
  check_patch(patch);
  return patch;
}

}  // namespace

void check(const SurfacePatch& patch) {
  std::visit([](const auto& kind) { check_patch(kind); }, patch);
}

RevolutionPatch cylinder_patch(const Pose& frame, double radius) {
  return revolved(frame, LineCurve{{radius, 0.0, 0.0}, {radius, 0.0, 1.0}});
}

RevolutionPatch cone_patch(const Pose& frame, double radius, double slope) {
  return revolved(frame, LineCurve{{radius, 0.0, 0.0}, {radius + slope, 0.0, 1.0}});
}

RevolutionPatch sphere_patch(const Pose& frame, double radius) {
  return revolved(frame, ArcCurve{Vec3::Zero(), {radius, 0.0, 0.0}, {0.0, 0.0, radius}});
}

RevolutionPatch torus_patch(const Pose& frame, double major, double minor) {
  return revolved(frame, ArcCurve{{major, 0.0, 0.0}, {minor, 0.0, 0.0}, {0.0, 0.0, minor}});
}

ExtrusionPatch plane_patch(const Vec3& origin, const Vec3& x, const Vec3& y) {
  ExtrusionPatch patch{LineCurve{origin, origin + x}, y};
  check_patch(patch);
  return patch;
}

FormulaPatch formula_patch(const std::array<std::string, 3>& xyz,
                           const std::map<std::string, double>& constants) {
  FormulaPatch patch;
  for (std::size_t k = 0; k < 3; ++k) {
    patch.xyz[k] =
        std::make_shared<const Expression>(xyz[k], std::vector<std::string>{"u", "v"}, constants);
  }
  return patch;
}

}  // namespace graze
