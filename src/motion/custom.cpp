// SPDX-License-Identifier: MIT
// Question   Where is a body that follows the user's own functions?                            [C1]
// Source     CustomMotion in motion.h.
// Guarantee  That of the functions: what they return is trusted.
#include <graze/base/error.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "motion/node.h"

namespace graze {
namespace {
double local_time(const CustomMotion& custom, double t) {
  const Interval& domain = custom.domain;
  if (domain.contains(t)) return t;
  if (std::isfinite(t) && custom.outside == Outside::kHold)
    return t < domain.lo ? domain.lo : domain.hi;
  throw InputError({"time", std::to_string(t) + " s",
                    "a finite time from " + std::to_string(domain.lo) + " s to " +
                        std::to_string(domain.hi) + " s",
                    "let the motion hold outside its domain, or ask within it"});
}

Interval local_span(const CustomMotion& custom, const Interval& span) {
  return {local_time(custom, span.lo), local_time(custom, span.hi)};
}

MotionState held(MotionState state) {
  state.twist = Twist{};
  state.angular_error = state.linear_error = 0.0;
  return state;
}
}  // namespace

Pose pose_of(const CustomMotion& custom, double t) { return custom.pose_at(local_time(custom, t)); }

MotionState state_of(const CustomMotion& custom, double t) {
  const MotionState state = custom.state_at(local_time(custom, t));
  return custom.domain.contains(t) ? state : held(state);
}

MotionBounds bounds_of(const CustomMotion& custom, const Interval& span) {
  if (custom.domain.contains(span.middle())) return custom.bounds_over(local_span(custom, span));
  MotionBounds still;
  still.curvature = 0.0;
  return still;
}

IntervalPose pose_over(const CustomMotion& custom, const Interval& span) {
  return custom.enclose(local_span(custom, span));
}

IntervalVec3 point_over(const CustomMotion& custom, const Interval& span, const IntervalVec3& p) {
  return pose_over(custom, span) * p;
}

}  // namespace graze
