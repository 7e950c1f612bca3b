// SPDX-License-Identifier: MIT
// Question   Where is a body whose origin runs straight while it turns uniformly?             [C1]
// Source     SlerpFormula in motion_kinds.h: Shoemake's slerp as a turn about a fixed axis.
// Guarantee  Errors and enclosures are against SlerpFormula in real numbers.
// Changed    Axis and angle instead of quaternions: no renormalisation, derivatives are constant.
#include <cmath>

#include "motion/curves.h"
#include "motion/rounding.h"

namespace graze {
namespace {
MotionBounds steady_bounds(const SlerpCurve& c) {
  MotionBounds b;
  const double angle = std::fabs(c.formula.angle);
  b.speed = rounded_up(c.travel.norm());
  b.angular_speed = angle;
  b.curvature = rounded_up(angle * angle);
  if (angle == 0.0) return b;
  b.axis = c.formula.axis;
  b.axis_error = c.turn.axis_error;
  return b;
}
}  // namespace

SlerpCurve make_curve(const SlerpFormula& formula) {
  SlerpCurve c;
  c.formula = formula;
  c.turn = make_turn(formula.begin.rotation, formula.axis, formula.angle);
  c.travel = formula.end_position - formula.begin.translation;
  c.bounds = steady_bounds(c);
  return c;
}

MotionState state_of(const SlerpCurve& c, const Parameter& p) {
  const Phase phase = phase_at(c.formula.angle, p);
  MotionState state;
  state.pose.rotation = rotation_at(c.turn, phase);
  state.pose.translation = point_on_line(c.formula.begin.translation, c.travel, p.s);
  state.twist.angular = c.formula.angle * c.formula.axis;
  state.twist.linear = c.travel;
  state.rotation_error = rotation_error(c.turn, phase);
  state.translation_error = line_error(state.pose.translation, c.travel, p);
  state.angular_error = std::fabs(c.formula.angle) * (c.turn.axis_error + 1.01 * kU);
  state.linear_error = 1.01 * kU * size_of(c.travel);
  return state;
}

IntervalPose pose_over(const SlerpCurve& c, const Interval& s) {
  return {enclose_rotation(c.turn, enclose_phase(c.formula.angle, s)),
          line_over(c.formula.begin.translation, c.formula.end_position, s)};
}

IntervalVec3 point_over(const SlerpCurve& c, const Interval& s, const IntervalVec3& p) {
  const IntervalPhase phase = enclose_phase(c.formula.angle, s);
  return turned(c.turn, phase, enclose_begin(c.turn) * p) +
         line_over(c.formula.begin.translation, c.formula.end_position, s);
}

}  // namespace graze
