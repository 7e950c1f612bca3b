// SPDX-License-Identifier: MIT
// Question   Where is a body that stands still?                                                [C1]
// Source     StillFormula in motion_kinds.h.
// Guarantee  The translation is exact, the rotation is the one nearest to the stored matrix.
#include "motion/curves.h"

namespace graze {

StillCurve make_curve(const StillFormula& formula) {
  return {formula, distance_to_rotation(formula.pose.rotation)};
}

MotionState state_of(const StillCurve& curve, const Parameter&) {
  MotionState state;
  state.pose = curve.formula.pose;
  state.rotation_error = curve.rotation_error;
  return state;
}

IntervalPose pose_over(const StillCurve& curve, const Interval&) {
  const Pose& pose = curve.formula.pose;
  return {grown(pose.rotation, curve.rotation_error), pose.translation};
}

IntervalVec3 point_over(const StillCurve& curve, const Interval& s, const IntervalVec3& p) {
  return pose_over(curve, s) * p;
}

MotionBounds bounds_of(const StillCurve&, const Interval&) {
  MotionBounds bounds;
  bounds.curvature = 0.0;
  return bounds;
}

}  // namespace graze
