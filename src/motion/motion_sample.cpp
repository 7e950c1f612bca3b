// SPDX-License-Identifier: MIT
// Question   What does a motion do during a span, as one state and one set of bounds?     [C2, C8]
// Source     Taylor's formula about the middle; the product rule for compositions
//            (docs/methods/motions.md, section 10).
// Guarantee  The bounds hold in real numbers at every instant of the span.
#include "graze/motion/motion_sample.h"

#include <algorithm>
#include <cmath>

#include "motion/composed_state.h"
#include "motion/curves.h"
#include "motion/node.h"
#include "motion/pieces.h"
#include "motion/rounding.h"

namespace graze {
namespace {
bool stands(const MotionBounds& b) { return b.speed == 0.0 && b.angular_speed == 0.0; }

/// >= the largest distance of the inner reference from the outer one, in the outer body's frame.
double sup_arm(const MotionSample& outer, const MotionSample& inner) {
  const Vec3& p = inner.bounds.reference;
  const MotionState& m = inner.middle;
  const Vec3 place = m.pose * p;
  const double off = m.rotation_error * size_of(p) + m.translation_error +
                     8.0 * kU * (size_of(p) + size_of(m.pose.translation));
  return rounded_up((place - outer.bounds.reference).norm() + inner.half * inner.bounds.speed +
                    off + 8.0 * kU * size_of(outer.bounds.reference));
}

/// What a body on `outer` that stands still there does.
MotionBounds carried(const MotionSample& outer, const MotionSample& inner) {
  MotionBounds bounds = outer.bounds;
  const Pose inner_from_outer = inverse(inner.middle.pose);
  bounds.reference = inner_from_outer * outer.bounds.reference;
  // The reference is put elsewhere by rounding: its path may differ by as much as its distance.
  const double size = size_of(outer.bounds.reference) + size_of(inner.middle.pose.translation);
  const double off = (2.0 * inner.middle.rotation_error + 16.0 * kU) * size;
  bounds.speed = rounded_up(bounds.speed + bounds.angular_speed * off);
  bounds.acceleration = rounded_up(bounds.acceleration + bounds.curvature * off);
  return bounds;
}

MotionBounds product_rule(const MotionSample& outer, const MotionSample& inner) {
  const MotionBounds& o = outer.bounds;
  const MotionBounds& i = inner.bounds;
  const double arm = sup_arm(outer, inner);
  MotionBounds b;
  b.reference = i.reference;
  b.speed = rounded_up(o.speed + o.angular_speed * arm + i.speed);
  b.acceleration = rounded_up(o.acceleration + o.curvature * arm + 2.0 * o.angular_speed * i.speed +
                              i.acceleration);
  b.angular_speed = rounded_up(o.angular_speed + i.angular_speed);
  b.angular_acceleration = rounded_up(o.angular_acceleration + i.angular_acceleration +
                                      o.angular_speed * i.angular_speed);
  b.curvature = rounded_up(o.curvature + 2.0 * o.angular_speed * i.angular_speed + i.curvature);
  return b;
}

/// The inner motion seen through a pose.
MotionBounds placed(const MotionSample& outer, const MotionSample& inner) {
  MotionBounds bounds = inner.bounds;
  if (!bounds.axis) return bounds;
  bounds.axis = times(outer.middle.pose.rotation, *bounds.axis);
  bounds.axis_error =
      rounded_up(bounds.axis_error + 1.001 * outer.middle.rotation_error + 6.0 * kU);
  return bounds;
}
}  // namespace

bool sample_over(const Motion& motion, const Interval& span, MotionSample& sample) {
  if (!is_smooth_on(motion, span) || !motion.has_bounds()) return false;
  const double middle = span.middle();
  if (const auto* track = std::get_if<Track>(&motion.node().form)) {
    set_sample(*track, span, sample);
    limit_curvature(sample.bounds);
  } else {
    sample.middle = state_at(motion, middle);
    sample.bounds = bounds_over(motion, span);
  }
  sample.half = rounded_up(std::max(span.hi - middle, middle - span.lo));
  return true;
}

std::optional<MotionSample> sample_over(const Motion& motion, const Interval& span) {
  std::optional<MotionSample> sample(std::in_place);
  if (!sample_over(motion, span, *sample)) sample.reset();
  return sample;
}

MotionSample composed(const MotionSample& outer, const MotionSample& inner) {
  MotionSample both{composed(outer.middle, inner.middle), {}, outer.half};
  if (stands(outer.bounds)) {
    both.bounds = placed(outer, inner);
  } else if (stands(inner.bounds)) {
    both.bounds = carried(outer, inner);
  } else {
    both.bounds = product_rule(outer, inner);
  }
  return both;
}

}  // namespace graze
