// SPDX-License-Identifier: MIT
// Question   Where is a body on a screw: turning and sliding uniformly along one line?         [C1]
// Source     Redon, Kheddar, Coquillart 2002, section 3.1, equations (1) and (2).
// Guarantee  Errors and enclosures are against ScrewFormula in real numbers (motion_kinds.h).
// Changed    No frame of the axis: x = x0 + sin k1 + (1 - cos) k2 + s slide u, with k1 and k2 once
//            per motion. Exact for pure slides and accurate for axes that are very far away.
#include <cmath>

#include "motion/curves.h"
#include "motion/products.h"
#include "motion/rounding.h"

namespace graze {
namespace {
struct Lengths {
  double sine, versine, slide;  // of the three terms of the translation
};

Lengths lengths_of(const ScrewCurve& c, const Phase& phase, double s) {
  return {std::fabs(phase.sine) * c.k1_size, phase.versine * c.k2_size,
          s * std::fabs(c.formula.slide)};
}

double translation_error(const ScrewCurve& c, const Phase& phase, const Parameter& p,
                         const Vec3& x) {
  const Lengths l = lengths_of(c, phase, p.s);
  if (l.sine == 0.0 && l.versine == 0.0 && l.slide == 0.0) return 0.0;
  const double parameters =
      std::fabs(phase.sine) * c.k1_error + phase.versine * c.k2_error + l.slide * c.turn.axis_error;
  const double phases = phase.sine_error * c.k1_size + phase.versine_error * c.k2_size +
                        p.error * std::fabs(c.formula.slide);
  const double rounding = 5.0 * kU * (l.sine + l.versine + l.slide) + kU * size_of(x);
  return rounded_up(1.001 * (parameters + phases) + rounding);
}

double linear_error(const ScrewCurve& c, const Phase& phase) {
  const double angle = std::fabs(c.formula.angle), slide = std::fabs(c.formula.slide);
  const double sine = std::fabs(phase.sine);
  const double turning = c.k1_error + sine * c.k2_error + phase.versine_error * c.k1_size +
                         phase.sine_error * c.k2_size + 5.0 * kU * (c.k1_size + c.k2_size);
  return rounded_up(1.001 * angle * turning + slide * (c.turn.axis_error + 3.0 * kU));
}

MotionBounds steady_bounds(const ScrewCurve& c) {
  MotionBounds b;
  const double angle = std::fabs(c.formula.angle);
  b.speed = std::fabs(c.formula.slide);
  b.angular_speed = angle;
  b.curvature = rounded_up(angle * angle);
  if (angle == 0.0) return b;
  // k2 leads from the body origin to the nearest point of the axis. The distance by which the
  // reference, its image in the body frame, misses the axis goes into the speed and the
  // acceleration.
  b.reference = transpose_times(c.turn.begin, c.k2);
  const double off = 1.001 * (c.k2_error + (6.0 * kU + c.turn.begin_error) * c.k2_size);
  b.speed = rounded_up(b.speed + angle * off);
  b.acceleration = rounded_up(angle * angle * off);
  b.axis = c.formula.axis;
  b.axis_error = c.turn.axis_error;
  return b;
}
}  // namespace

ScrewCurve make_curve(const ScrewFormula& formula) {
  ScrewCurve c;
  c.formula = formula;
  c.turn = make_turn(formula.begin.rotation, formula.axis, formula.angle);
  const Vec3 arm = formula.begin.translation - formula.point;
  c.k1 = crossed(formula.axis, arm);
  c.k2 = crossed(formula.axis, c.k1);
  c.k1_error = rounded_up((4.0 * kU + 1.001 * c.turn.axis_error) * size_of(arm));
  c.k1_size = rounded_up(c.k1.norm() + c.k1_error);
  c.k2_error = rounded_up(c.k1_error + (3.0 * kU + 1.001 * c.turn.axis_error) * c.k1_size);
  c.k2_size = rounded_up(c.k2.norm() + c.k2_error);
  c.bounds = steady_bounds(c);
  return c;
}

MotionState state_of(const ScrewCurve& c, const Parameter& p) {
  const Phase phase = phase_at(c.formula.angle, p);
  const double cosine = 1.0 - phase.versine;
  MotionState state;
  state.pose.rotation = rotation_at(c.turn, phase);
  const Vec3 along = p.s * c.formula.slide * c.formula.axis;
  const Vec3 moved = phase.sine * c.k1 + phase.versine * c.k2 + along;
  state.pose.translation = c.formula.begin.translation + moved;
  state.twist.angular = c.formula.angle * c.formula.axis;
  state.twist.linear =
      c.formula.angle * (cosine * c.k1 + phase.sine * c.k2) + c.formula.slide * c.formula.axis;
  state.rotation_error = rotation_error(c.turn, phase);
  state.translation_error = translation_error(c, phase, p, state.pose.translation);
  state.angular_error = std::fabs(c.formula.angle) * (c.turn.axis_error + 1.01 * kU);
  state.linear_error = linear_error(c, phase) + kU * size_of(state.twist.linear);
  return state;
}

IntervalPose pose_over(const ScrewCurve& c, const Interval& s) {
  const IntervalPhase phase = enclose_phase(c.formula.angle, s);
  return {enclose_rotation(c.turn, phase), point_over(c, s, IntervalVec3())};
}

IntervalVec3 point_over(const ScrewCurve& c, const Interval& s, const IntervalVec3& p) {
  const IntervalPhase phase = enclose_phase(c.formula.angle, s);
  const IntervalVec3 begin = enclose_begin(c.turn) * p + IntervalVec3(c.formula.begin.translation);
  const IntervalVec3 axis = enclose_axis(c.turn);
  const IntervalVec3 across = cross(axis, begin - IntervalVec3(c.formula.point));
  const IntervalVec3 moved = phase.sine * across + phase.versine * cross(axis, across);
  return begin + moved + (s * c.formula.slide) * axis;
}

}  // namespace graze
