// SPDX-License-Identifier: MIT
// A motion from its description: what is stored is what was described, so that a motion written and
// read again is the same, bit for bit.                                                        [C1]
#include <graze/base/error.h>

#include <cmath>

#include "motion/checks.h"
#include "motion/node.h"

namespace graze {
namespace {
constexpr double kMostCoefficient = 1e7;  // rad or length: what sin and cos take, with room

StillFormula checked(const StillFormula& f) { return {check_pose(f.pose, "pose")}; }
ScrewFormula checked(const ScrewFormula& f) {
  return {check_pose(f.begin, "begin pose"), check_point(f.point, "point"),
          check_axis(f.axis, "axis"), check_angle(f.angle, "angle"),
          check_number(f.slide, "slide")};
}
SlerpFormula checked(const SlerpFormula& f) {
  return {check_pose(f.begin, "begin pose"), check_point(f.end_position, "end position"),
          check_axis(f.axis, "axis"), check_angle(f.angle, "angle")};
}
SixParametersFormula checked(const SixParametersFormula& f) {
  const auto one = [](const Motion::SixParameters& p) {
    return Motion::SixParameters{check_point(p.position, "position"),
                                 check_rotation_vector(p.rotation_vector, "rotation vector")};
  };
  return {one(f.begin), one(f.end)};
}
RationalFormula checked(const RationalFormula& f) { return check_rational(f); }
JointFormula checked(const JointFormula& f) { return check_joint(f); }
AcceleratedFormula checked(const AcceleratedFormula& f) { return check_accelerated(f); }

bool holds_still(const MotionSegment& segment) {
  return segment.sense == Sense::kAtBegin || segment.sense == Sense::kAtEnd;
}

void check_spans(const TrackDescription& d) {
  const auto refuse = [](const std::string& place, const char* found, const char* expected) {
    throw InputError({place, found, expected, ""});
  };
  if (d.segments.empty()) refuse("motion", "no pieces", "at least one");
  const std::size_t last = d.segments.size() - 1;
  for (std::size_t k = 0; k <= last; ++k) {
    const MotionSegment& segment = d.segments[k];
    const std::string place = "piece " + std::to_string(k);
    const bool may_be_instant = last > 0 && (k == 0 || k == last) && holds_still(segment);
    if (!(may_be_instant && segment.span.is_point())) check_domain(segment.span, place);
    check_number(segment.span.lo, place);
    if (k > 0 && segment.span.lo != d.segments[k - 1].span.hi)
      refuse(place, "a start that is not the end of the previous piece", "pieces that share ends");
  }
  check_domain(d.domain, "domain");
  if (d.domain != Interval(d.segments.front().span.lo, d.segments.back().span.hi))
    refuse("domain", "times other than those of the pieces", "the time from the first to the last");
}
}  // namespace

JointFormula check_joint(const JointFormula& formula) {
  JointFormula f = formula;
  f.axis = check_axis(f.axis, "joint axis");
  for (double& c : f.coefficients) {
    if (!(std::fabs(c) <= kMostCoefficient))
      throw InputError({"joint polynomial", "a coefficient of " + std::to_string(c),
                        "finite numbers of size at most 1e7", ""});
    c = check_number(c, "joint polynomial");
  }
  return f;
}

Motion motion_from(const TrackDescription& description) {
  check_spans(description);
  Track track{description.domain, description.outside, {}};
  for (const MotionSegment& segment : description.segments) {
    const auto curve = [](const auto& f) -> Curve { return make_curve(checked(f)); };
    track.segments.push_back({segment.span, segment.sense, std::visit(curve, segment.formula)});
  }
  return make_motion(std::move(track));
}

}  // namespace graze
