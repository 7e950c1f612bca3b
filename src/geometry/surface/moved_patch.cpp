// SPDX-License-Identifier: MIT
#include "graze/base/error.h"
#include "graze/geometry/surface_patch.h"

namespace graze {
namespace {

/// Products of rotations drift from orthonormal by rounding; a patch's frame may not. A frame may
/// be left-handed and stays so.
Mat3 straightened(const Mat3& axes) {
  Mat3 result;
  const Vec3 z = axes.col(2).normalized();
  const Vec3 x = (axes.col(0) - z * z.dot(axes.col(0))).normalized();
  const double hand = axes.determinant() < 0.0 ? -1.0 : 1.0;
  result << x, hand * z.cross(x), z;
  return result;
}

struct CurveMover {
  const Pose& pose;
  double factor;
  Vec3 place(const Vec3& p) const { return pose * Vec3(factor * p); }
  Vec3 arrow(const Vec3& v) const { return pose.rotation * Vec3(factor * v); }

  SurfaceCurve operator()(const LineCurve& line) const {
    return LineCurve{place(line.begin), place(line.end)};
  }
  SurfaceCurve operator()(const ArcCurve& arc) const {
    return ArcCurve{place(arc.centre), arrow(arc.x), arrow(arc.y)};
  }
  SurfaceCurve operator()(BezierCurve curve) const {
    for (Vec3& p : curve.points) p = place(p);
    return curve;
  }
};

struct PatchMover {
  CurveMover mover;

  SurfacePatch operator()(BezierPatch patch) const {
    for (Vec3& p : patch.points) p = mover.place(p);
    return patch;
  }
  SurfacePatch operator()(const RevolutionPatch& patch) const {
    RevolutionPatch made{patch.frame, moved(patch.profile, Pose(), mover.factor)};
    if (!mover.pose.rotation.isIdentity(0.0))
      made.frame.rotation = straightened(mover.pose.rotation * patch.frame.rotation);
    made.frame.translation = mover.place(patch.frame.translation);
    return made;
  }
  SurfacePatch operator()(const ExtrusionPatch& patch) const {
    return ExtrusionPatch{std::visit(mover, patch.curve), mover.arrow(patch.direction)};
  }
  template <typename Other>
  SurfacePatch operator()(const Other&) const {
    throw InputError({"patch", "a formula or function", "a patch of numbers", ""});
  }
};

}  // namespace

SurfaceCurve moved(const SurfaceCurve& curve, const Pose& frame_from_curve, double factor) {
  return std::visit(CurveMover{frame_from_curve, factor}, curve);
}

bool can_move(const SurfacePatch& patch) {
  return !std::holds_alternative<FormulaPatch>(patch) &&
         !std::holds_alternative<FunctionPatch>(patch);
}

SurfacePatch moved(const SurfacePatch& patch, const Pose& frame_from_patch, double factor) {
  return std::visit(PatchMover{{frame_from_patch, factor}}, patch);
}

}  // namespace graze
