// SPDX-License-Identifier: MIT
// Question   Where is a body at the end of a chain of motions, and how does it move?       [C1, C8]
// Source     Redon, Kheddar, Coquillart 2002, section 3.1: screws composed from the root; error
//            terms in docs/methods/motions.md, section 6.
// Guarantee  Errors are against the product of the parts' formulas in real numbers.
#include <cmath>

#include "motion/composed_state.h"
#include "motion/node.h"
#include "motion/products.h"
#include "motion/rounding.h"

namespace graze {
namespace {
bool stands(const MotionState& s) {
  return s.twist.linear.isZero(0.0) && s.twist.angular.isZero(0.0) && s.linear_error == 0.0 &&
         s.angular_error == 0.0;
}

void compose_errors(const MotionState& outer, const MotionState& inner, MotionState& both) {
  const double arm = size_of(inner.pose.translation);
  const double turn = outer.rotation_error;
  both.rotation_error =
      rounded_up(turn * (1.0 + inner.rotation_error) + inner.rotation_error + 9.1 * kU);
  both.translation_error =
      rounded_up(outer.translation_error + turn * arm + inner.translation_error +
                 4.1 * kU * (1.74 * arm + size_of(outer.pose.translation)));
}

void compose_twist_errors(const MotionState& outer, const MotionState& inner, MotionState& both) {
  const double arm = size_of(inner.pose.translation), turn = outer.rotation_error;
  const double spin = size_of(outer.twist.angular), own_spin = size_of(inner.twist.angular);
  const double own_speed = size_of(inner.twist.linear);
  both.angular_error = rounded_up(outer.angular_error + inner.angular_error + turn * own_spin +
                                  4.1 * kU * (1.74 * own_spin + spin));
  const double carried = outer.angular_error * (arm + inner.translation_error) +
                         spin * (turn * arm + inner.translation_error + 11.0 * kU * arm);
  const double own = turn * own_speed + inner.linear_error + 7.0 * kU * own_speed;
  both.linear_error = rounded_up(outer.linear_error + 1.001 * (carried + own) +
                                 3.0 * kU * size_of(outer.twist.linear));
}

}  // namespace

MotionState composed(const MotionState& outer, const MotionState& inner) {
  MotionState both;
  both.pose = outer.pose * inner.pose;
  compose_errors(outer, inner, both);
  if (stands(outer) && stands(inner)) return both;
  const Vec3 arm = times(outer.pose.rotation, inner.pose.translation);
  both.twist.angular = outer.twist.angular + times(outer.pose.rotation, inner.twist.angular);
  both.twist.linear = outer.twist.linear + crossed(outer.twist.angular, arm) +
                      times(outer.pose.rotation, inner.twist.linear);
  compose_twist_errors(outer, inner, both);
  return both;
}

MotionState state_of(const Chain& chain, double t) {
  MotionState all = state_at(chain.parts[0], t);
  for (std::size_t k = 1; k < chain.parts.size(); ++k)
    all = composed(all, state_at(chain.parts[k], t));
  return all;
}

Pose pose_of(const Chain& chain, double t) {
  Pose all = pose_at(chain.parts[0], t);
  for (std::size_t k = 1; k < chain.parts.size(); ++k) all = all * pose_at(chain.parts[k], t);
  return all;
}

IntervalPose pose_over(const Chain& chain, const Interval& span) {
  IntervalPose all = enclose_pose(chain.parts[0], span);
  for (std::size_t k = 1; k < chain.parts.size(); ++k)
    all = all * enclose_pose(chain.parts[k], span);
  return all;
}

IntervalVec3 point_over(const Chain& chain, const Interval& span, const IntervalVec3& p) {
  IntervalVec3 q = p;
  for (std::size_t k = chain.parts.size(); k-- > 0;)
    q = std::visit([&](const auto& form) { return point_over(form, span, q); },
                   chain.parts[k].node().form);
  return q;
}

}  // namespace graze
