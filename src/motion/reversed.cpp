// SPDX-License-Identifier: MIT
// Question   What is a motion run backwards?                                                   [C1]
// Source     reversed(m)(t) = m(domain.lo + domain.hi - t).
// Guarantee  The same formulas with the sense of time turned. Ends of the domain stay; other times
//            are mirrored to the nearest double. A custom motion is asked at the mirrored time; its
//            rounding is added to the errors.
#include <algorithm>
#include <cmath>

#include "motion/node.h"
#include "motion/rounding.h"

namespace graze {
namespace {
/// About the middle of `domain`, whose ends change places exactly.
double mirrored(const Interval& domain, double t) {
  if (t == domain.lo) return domain.hi;
  if (t == domain.hi) return domain.lo;
  return domain.lo + (domain.hi - t);
}

Interval mirrored(const Interval& domain, const Interval& span) {
  return {mirrored(domain, span.hi), mirrored(domain, span.lo)};
}

Sense turned(Sense sense) {
  if (sense == Sense::kForward) return Sense::kBackward;
  if (sense == Sense::kBackward) return Sense::kForward;
  return sense;
}

/// The last pose of a step path is an instant; backwards it is the first.
Motion run_backwards(const Track& track, const Interval& about) {
  Track back{mirrored(about, track.domain), track.outside, {}};
  for (auto segment = track.segments.rbegin(); segment != track.segments.rend(); ++segment) {
    Segment turned_segment = *segment;
    turned_segment.span = mirrored(about, segment->span);
    turned_segment.sense = turned(segment->sense);
    back.segments.push_back(std::move(turned_segment));
  }
  return make_motion(std::move(back));
}

Motion backwards(const Motion& motion, const Interval& about);

Motion run_backwards(const Chain& chain, const Interval& about) {
  Chain back{mirrored(about, chain.domain), chain.outside, {}};
  for (const Motion& part : chain.parts)
    back.parts.push_back(part.is_still() ? part : backwards(part, about));
  return make_motion(std::move(back));
}

Interval grown_mirror(const Interval& about, const Interval& domain, const Interval& span) {
  const double slack = 4.0 * kU * (about.magnitude() + span.magnitude());
  const Interval m = mirrored(about, span);
  return {std::fmax(domain.lo, m.lo - slack), std::fmin(domain.hi, m.hi + slack)};
}

/// Velocities change their sign, and the mirrored time its last digits.
MotionState turned_state(const CustomMotion& custom, const Interval& about, double t) {
  MotionState state =
      custom.state_at(std::clamp(mirrored(about, t), custom.domain.lo, custom.domain.hi));
  const Interval near = grown_mirror(about, custom.domain, t);
  const MotionBounds b = custom.bounds_over(near);
  const double arm = size_of(b.reference);
  const double bent =
      std::fmin(b.curvature, b.angular_acceleration + b.angular_speed * b.angular_speed);
  state.twist.linear *= -1.0;
  state.twist.angular *= -1.0;
  state.rotation_error = rounded_up(state.rotation_error + near.width() * b.angular_speed);
  state.translation_error =
      rounded_up(state.translation_error + near.width() * (b.speed + b.angular_speed * arm));
  state.angular_error = rounded_up(state.angular_error + near.width() * b.angular_acceleration);
  state.linear_error =
      rounded_up(state.linear_error + near.width() * (b.acceleration + bent * arm));
  return state;
}

Motion run_backwards(const CustomMotion& custom, const Interval& about) {
  CustomMotion back;
  back.domain = mirrored(about, custom.domain);
  back.outside = custom.outside;
  back.pose_at = [custom, about](double t) {
    return custom.pose_at(std::clamp(mirrored(about, t), custom.domain.lo, custom.domain.hi));
  };
  back.enclose = [custom, about](const Interval& span) {
    return custom.enclose(grown_mirror(about, custom.domain, span));
  };
  for (auto t = custom.breakpoints.rbegin(); t != custom.breakpoints.rend(); ++t)
    back.breakpoints.push_back(mirrored(about, *t));
  if (!custom.state_at || !custom.bounds_over) return make_motion(std::move(back));
  back.state_at = [custom, about](double t) { return turned_state(custom, about, t); };
  back.bounds_over = [custom, about](const Interval& span) {
    return custom.bounds_over(grown_mirror(about, custom.domain, span));
  };
  return make_motion(std::move(back));
}

Motion backwards(const Motion& motion, const Interval& about) {
  return std::visit([&](const auto& form) { return run_backwards(form, about); },
                    motion.node().form);
}
}  // namespace

Motion Motion::reversed(const Motion& motion) { return backwards(motion, motion.domain()); }

}  // namespace graze
