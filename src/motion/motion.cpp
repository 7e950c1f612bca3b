// SPDX-License-Identifier: MIT
// The questions that every motion answers, passed on to its kind.
#include "graze/motion/motion.h"

#include <graze/base/assert.h>

#include <algorithm>
#include <cmath>

#include "motion/node.h"
#include "motion/rounding.h"

namespace graze {
namespace {
/// Made on first use, so that motions may be made before main.
const std::shared_ptr<const Motion::Node>& still_at_identity() {
  static const auto node = std::make_shared<const Motion::Node>(
      Motion::Node{Track{{0.0, 1.0},
                         Outside::kHold,
                         {Segment{{0.0, 1.0}, Sense::kAtBegin, make_curve(StillFormula{})}}}});
  return node;
}

bool is_still_form(const Track& track) {
  return track.segments.size() == 1 &&
         (track.segments[0].sense == Sense::kAtBegin || track.segments[0].sense == Sense::kAtEnd ||
          is_constant(track.segments[0].curve));
}
bool is_still_form(const Chain& chain) {
  return std::all_of(chain.parts.begin(), chain.parts.end(),
                     [](const Motion& part) { return part.is_still(); });
}
bool is_still_form(const CustomMotion&) { return false; }

bool form_has_bounds(const Track&) { return true; }
bool form_has_bounds(const Chain& chain) {
  return std::all_of(chain.parts.begin(), chain.parts.end(),
                     [](const Motion& part) { return part.has_bounds(); });
}
bool form_has_bounds(const CustomMotion& custom) { return custom.state_at && custom.bounds_over; }

std::string_view kind_of_form(const Track& track) {
  if (track.segments.size() > 1) return "path";
  return std::visit([](const auto& c) { return kind_of(c); }, track.segments[0].curve);
}
std::string_view kind_of_form(const Chain&) { return "composition"; }
std::string_view kind_of_form(const CustomMotion&) { return "custom"; }

}  // namespace

bool is_constant(const Curve& curve) {
  if (const auto* screw = std::get_if<ScrewCurve>(&curve))
    return screw->formula.angle == 0.0 && screw->formula.slide == 0.0;
  if (const auto* slerp = std::get_if<SlerpCurve>(&curve))
    return slerp->formula.angle == 0.0 && slerp->travel.isZero(0.0);
  if (const auto* six = std::get_if<SixCurve>(&curve))
    return six->growth.isZero(0.0) && six->travel.isZero(0.0);
  if (const auto* rational = std::get_if<RationalCurve>(&curve))
    return rational->formula.rotation.size() == 1 && rational->formula.translation.size() == 1 &&
           rational->formula.weight.size() == 1;
  if (const auto* joint = std::get_if<JointCurve>(&curve)) {
    const JointCoefficients& c = joint->formula.coefficients;
    return std::all_of(c.begin() + 1, c.end(), [](double x) { return x == 0.0; });
  }
  if (const auto* accelerated = std::get_if<AcceleratedCurve>(&curve)) {
    const AcceleratedState& b = accelerated->formula.begin;
    return b.velocity.isZero(0.0) && b.angular_velocity.isZero(0.0) && b.acceleration.isZero(0.0) &&
           b.angular_acceleration.isZero(0.0);
  }
  return true;
}

Motion make_motion(Track track) {
  return Motion(std::make_shared<const Motion::Node>(Motion::Node{std::move(track)}));
}
Motion make_motion(Chain chain) {
  return Motion(std::make_shared<const Motion::Node>(Motion::Node{std::move(chain)}));
}
Motion make_motion(CustomMotion custom) {
  return Motion(std::make_shared<const Motion::Node>(Motion::Node{std::move(custom)}));
}

Motion::Motion() : node_(still_at_identity()) {}

Interval Motion::domain() const {
  return std::visit([](const auto& form) { return form.domain; }, node_->form);
}
Outside Motion::outside() const {
  return std::visit([](const auto& form) { return form.outside; }, node_->form);
}
bool Motion::is_still() const {
  return std::visit([](const auto& form) { return is_still_form(form); }, node_->form);
}
bool Motion::has_bounds() const {
  return std::visit([](const auto& form) { return form_has_bounds(form); }, node_->form);
}
std::string_view Motion::kind() const {
  return std::visit([](const auto& form) { return kind_of_form(form); }, node_->form);
}

Pose pose_at(const Motion& motion, double t) {
  return std::visit([&](const auto& form) { return pose_of(form, t); }, motion.node().form);
}

Twist twist_at(const Motion& motion, double t) { return state_at(motion, t).twist; }

MotionState state_at(const Motion& motion, double t) {
  GRAZE_ASSERT(motion.has_bounds());
  return std::visit([&](const auto& form) { return state_of(form, t); }, motion.node().form);
}

void limit_curvature(MotionBounds& b) {
  const double most = rounded_up(b.angular_acceleration + b.angular_speed * b.angular_speed);
  b.curvature = b.curvature < most ? b.curvature : most;  // also for NaN, if unbounded and held
}

MotionBounds bounds_over(const Motion& motion, const Interval& span) {
  GRAZE_ASSERT(motion.has_bounds());
  MotionBounds b =
      std::visit([&](const auto& form) { return bounds_of(form, span); }, motion.node().form);
  limit_curvature(b);
  return b;
}

}  // namespace graze
