// SPDX-License-Identifier: MIT
// Question   Where is a body on its segments in time, and how does it move there?             [C1]
// Source     TrackDescription in motion_kinds.h.
// Guarantee  As of the curves; the error of s = (t - lo) / (hi - lo) is carried into theirs.
#include <graze/base/assert.h>

#include <algorithm>
#include <cmath>

#include "motion/node.h"
#include "motion/rounding.h"

namespace graze {
namespace {
bool is_unit(const Interval& span) { return span.lo == 0.0 && span.hi == 1.0; }

void scale_twist(MotionState& state, const Rate& rate) {
  if (rate.value == 1.0 && rate.error == 0.0) return;
  const double size = std::fabs(rate.value);
  const double relative = rate.error + 1.01 * kU;
  Twist& twist = state.twist;
  state.linear_error = rounded_up(size * (state.linear_error + relative * size_of(twist.linear)));
  state.angular_error =
      rounded_up(size * (state.angular_error + relative * size_of(twist.angular)));
  twist.linear *= rate.value;
  twist.angular *= rate.value;
}

void scale(MotionBounds& b, const Rate& rate) {
  const double by = rounded_up(std::fabs(rate.value));
  if (by == 0.0) b.axis.reset();
  b.speed = rounded_up(b.speed * by);
  b.angular_speed = rounded_up(b.angular_speed * by);
  b.acceleration = rounded_up(b.acceleration * by * by);
  b.angular_acceleration = rounded_up(b.angular_acceleration * by * by);
  b.curvature = rounded_up(b.curvature * by * by);
}

template <typename C>
MotionBounds bounds_during(const C& curve, const Occurrence& o, const Interval& span) {
  if constexpr (Steady<C>) {
    return curve.bounds;
  } else {
    return bounds_of(curve, parameters_over(o, span));
  }
}
}  // namespace

// Elapsed time, width and quotient are off by u each, relative to the result.
Parameter parameter_at(const Occurrence& o, double t) {
  if (o.sense == Sense::kAtBegin) return {0.0, 0.0};
  if (o.sense == Sense::kAtEnd) return {1.0, 0.0};
  const bool forward = o.sense == Sense::kForward;
  if (forward && is_unit(o.span)) return {t, 0.0};
  const double s = (forward ? t - o.span.lo : o.span.hi - t) / (o.span.hi - o.span.lo);
  return {s, 3.01 * kU * s};
}

Interval parameters_over(const Occurrence& o, const Interval& span) {
  if (o.sense == Sense::kAtBegin) return 0.0;
  if (o.sense == Sense::kAtEnd) return 1.0;
  const double lo = std::max(span.lo, o.span.lo), hi = std::min(span.hi, o.span.hi);
  if (o.sense == Sense::kForward && is_unit(o.span)) return {lo, hi};
  const bool forward = o.sense == Sense::kForward;
  const Interval elapsed =
      forward ? Interval(lo, hi) - Interval(o.span.lo) : Interval(o.span.hi) - Interval(lo, hi);
  const Interval s = elapsed / (Interval(o.span.hi) - Interval(o.span.lo));
  return {std::max(0.0, s.lo), std::min(1.0, s.hi)};
}

Rate rate_of(const Occurrence& o) {
  if (o.sense == Sense::kAtBegin || o.sense == Sense::kAtEnd) return {};
  const double sign = o.sense == Sense::kForward ? 1.0 : -1.0;
  if (is_unit(o.span)) return {sign, 0.0};
  return {sign / (o.span.hi - o.span.lo), 2.01 * kU};
}

MotionState state_of(const Track& track, double t) {
  const Occurrence o = occurrence_at(track, t);
  const Parameter p = parameter_at(o, t);
  MotionState state = std::visit([&](const auto& c) { return state_of(c, p); }, o.segment->curve);
  scale_twist(state, rate_of(o));
  return state;
}

Pose pose_of(const Track& track, double t) { return state_of(track, t).pose; }

MotionBounds bounds_of(const Track& track, const Interval& span) {
  const Occurrence o = occurrence_at(track, span.middle());
  GRAZE_ASSERT(o.span.contains(span) || is_constant(o.segment->curve));
  MotionBounds bounds =
      std::visit([&](const auto& c) { return bounds_during(c, o, span); }, o.segment->curve);
  scale(bounds, rate_of(o));
  return bounds;
}

void set_sample(const Track& track, const Interval& span, MotionSample& sample) {
  const double middle = span.middle();
  const Occurrence o = occurrence_at(track, middle);
  const Parameter p = parameter_at(o, middle);
  const auto set = [&](const auto& c) {
    sample.middle = state_of(c, p);
    sample.bounds = bounds_during(c, o, span);
  };
  std::visit(set, o.segment->curve);
  const Rate rate = rate_of(o);
  scale_twist(sample.middle, rate);
  scale(sample.bounds, rate);
}

IntervalPose pose_over(const Track& track, const Interval& span) {
  std::optional<IntervalPose> all;
  for (const Visit& v : visits_during(track, span)) {
    const Interval s = parameters_over(v.occurrence, v.span);
    const IntervalPose pose =
        std::visit([&](const auto& c) { return pose_over(c, s); }, v.occurrence.segment->curve);
    all = all ? hull_of(*all, pose) : pose;
  }
  return *all;
}

IntervalVec3 point_over(const Track& track, const Interval& span, const IntervalVec3& p) {
  std::optional<IntervalVec3> all;
  for (const Visit& v : visits_during(track, span)) {
    const Interval s = parameters_over(v.occurrence, v.span);
    const IntervalVec3 point =
        std::visit([&](const auto& c) { return point_over(c, s, p); }, v.occurrence.segment->curve);
    all = all ? hull(*all, point) : point;
  }
  return *all;
}

}  // namespace graze
