// SPDX-License-Identifier: MIT
// Motions from what a user gives: checked, then stored as the doubles that define them.       [C1]
#include <graze/base/error.h>
#include <graze/math/rotation.h>

#include <algorithm>
#include <cmath>

#include "motion/checks.h"
#include "motion/node.h"
#include "motion/products.h"

namespace graze {
namespace {
constexpr double kLeastTurn = 0x1p-50;  // rad; what is left between equal rotations is rounding

Segment segment_of(const Interval& span, Curve curve) {
  const bool still = std::holds_alternative<StillCurve>(curve);
  return {span, still ? Sense::kAtBegin : Sense::kForward, std::move(curve)};
}

Motion single(const Interval& domain, Outside outside, Curve curve) {
  return make_motion(Track{domain, outside, {segment_of(domain, std::move(curve))}});
}

AxisAngle turn_between(const Pose& begin, const Pose& end) {
  AxisAngle turn = axis_angle_between(begin.rotation, end.rotation);
  if (std::fabs(turn.angle) >= kLeastTurn) return turn;
  return {Vec3::UnitZ(), 0.0};
}

ScrewFormula slide_between(const Pose& begin, const Vec3& travel) {
  const double length = std::sqrt(dot_of(travel, travel));
  if (length == 0.0) return {begin, begin.translation, Vec3::UnitZ(), 0.0, 0.0};
  return {begin, begin.translation, travel / length, 0.0, length};
}

/// Half a turn away from the chord's middle, cot(angle / 2) / 2 of the chord lies the axis.
ScrewFormula screw_between(const Pose& begin, const Pose& end) {
  const AxisAngle turn = turn_between(begin, end);
  const Vec3 travel = end.translation - begin.translation;
  if (turn.angle == 0.0) return slide_between(begin, travel);
  const Vec3& u = turn.axis;
  const double slide = dot_of(u, travel) + 0.0;  // never -0: it is written to files as it is read
  const Vec3 chord = travel - slide * u;
  const Vec3 aside(u.y() * chord.z() - u.z() * chord.y(), u.z() * chord.x() - u.x() * chord.z(),
                   u.x() * chord.y() - u.y() * chord.x());
  const SinCos half = sin_cos(0.5 * turn.angle);
  const Vec3 to_axis = 0.5 * (chord + (half.cos / half.sin) * aside);
  return {begin, begin.translation + to_axis, u, turn.angle, slide};
}

SlerpFormula slerp_between(const Pose& begin, const Pose& end) {
  const AxisAngle turn = turn_between(begin, end);
  return {begin, end.translation, turn.axis, turn.angle};
}

/// The shorter of the two rotation vectors of each pose; the second one is chosen nearer to the
/// first, so that less is turned in between.
SixParametersFormula six_between(const Pose& begin, const Pose& end) {
  const Vec3 r0 = vector_from_rotation(begin.rotation);
  Vec3 r1 = vector_from_rotation(end.rotation);
  const double angle = std::sqrt(dot_of(r1, r1));
  if (angle > 0.0) {
    const Vec3 other = r1 * ((angle - 2.0 * 3.14159265358979312) / angle);
    if ((other - r0).squaredNorm() < (r1 - r0).squaredNorm()) r1 = other;
  }
  return {{begin.translation, r0}, {end.translation, r1}};
}

Curve curve_between(const Pose& begin, const Pose& end, Interpolation interpolation) {
  switch (interpolation) {
    case Interpolation::kSlerp:
      return make_curve(slerp_between(begin, end));
    case Interpolation::kSixParameters:
      return make_curve(six_between(begin, end));
    case Interpolation::kStep:
      return make_curve(StillFormula{begin});
    case Interpolation::kScrew:
      break;
  }
  return make_curve(screw_between(begin, end));
}

std::vector<TimedPose> checked_poses(const std::vector<TimedPose>& poses) {
  if (poses.empty())
    throw InputError({"path", "no poses", "at least one", "give the poses to pass through"});
  std::vector<TimedPose> checked;
  for (std::size_t k = 0; k < poses.size(); ++k) {
    const std::string place = "pose " + std::to_string(k) + " of the path";
    checked.push_back({check_number(poses[k].time, place), check_pose(poses[k].pose, place)});
    if (k > 0) check_domain({checked[k - 1].time, checked[k].time}, place);
  }
  return checked;
}

/// Parts of a composition; a still one at the identity is left out, chains are laid flat.
void add_parts(const Motion& motion, std::vector<Motion>& parts) {
  if (const auto* chain = std::get_if<Chain>(&motion.node().form)) {
    parts.insert(parts.end(), chain->parts.begin(), chain->parts.end());
    return;
  }
  const auto* track = std::get_if<Track>(&motion.node().form);
  const auto* still = track && track->segments.size() == 1
                          ? std::get_if<StillCurve>(&track->segments[0].curve)
                          : nullptr;
  const bool identity = still && still->formula.pose.rotation == Mat3::Identity() &&
                        still->formula.pose.translation.isZero(0.0);
  if (!identity) parts.push_back(motion);
}

void adopt_time(Chain& chain) {
  bool first = true;
  for (const Motion& part : chain.parts) {
    if (part.is_still()) continue;
    chain.domain = first ? part.domain() : hull(chain.domain, part.domain());
    const bool refuses = part.outside() == Outside::kError || chain.outside == Outside::kError;
    const bool agrees = first || part.outside() == chain.outside;
    chain.outside = refuses ? Outside::kError : (agrees ? part.outside() : Outside::kHold);
    first = false;
  }
}

Motion chain_of(std::vector<Motion> parts) {
  if (parts.empty()) return Motion();
  if (parts.size() == 1) return parts[0];
  Chain chain{{0.0, 1.0}, Outside::kHold, std::move(parts)};
  adopt_time(chain);
  return make_motion(std::move(chain));
}
}  // namespace

Motion Motion::still(const Pose& world_from_body) {
  return single({0.0, 1.0}, Outside::kHold,
                make_curve(StillFormula{check_pose(world_from_body, "pose")}));
}

Motion Motion::between(const Pose& begin, const Pose& end, const Interval& domain,
                       Interpolation interpolation, Outside outside) {
  check_domain(domain, "domain");
  return path(
      {{domain.lo, check_pose(begin, "begin pose")}, {domain.hi, check_pose(end, "end pose")}},
      interpolation, outside);
}

Motion Motion::screw(const ScrewParameters& p, const Interval& domain, Outside outside) {
  check_domain(domain, "domain");
  ScrewFormula formula{check_pose(p.begin, "begin pose"), check_point(p.point, "point"),
                       check_axis(p.axis, "axis"), check_angle(p.angle, "angle"),
                       check_number(p.slide, "slide")};
  return single(domain, outside, make_curve(formula));
}

Motion Motion::six_parameters(const SixParameters& begin, const SixParameters& end,
                              const Interval& domain, Outside outside) {
  check_domain(domain, "domain");
  const auto checked = [](const SixParameters& p) {
    return SixParameters{check_point(p.position, "position"),
                         check_rotation_vector(p.rotation_vector, "rotation vector")};
  };
  return single(domain, outside, make_curve(SixParametersFormula{checked(begin), checked(end)}));
}

Motion Motion::path(const std::vector<TimedPose>& given, Interpolation interpolation,
                    Outside outside) {
  const std::vector<TimedPose> poses = checked_poses(given);
  if (poses.size() == 1) return still(poses[0].pose);
  Track track{{poses.front().time, poses.back().time}, outside, {}};
  for (std::size_t k = 0; k + 1 < poses.size(); ++k) {
    const Interval span(poses[k].time, poses[k + 1].time);
    track.segments.push_back(
        segment_of(span, curve_between(poses[k].pose, poses[k + 1].pose, interpolation)));
  }
  if (interpolation == Interpolation::kStep)
    track.segments.push_back(
        segment_of(poses.back().time, make_curve(StillFormula{poses.back().pose})));
  return make_motion(std::move(track));
}

Motion Motion::composed(const Motion& outer, const Motion& inner) {
  std::vector<Motion> parts;
  add_parts(outer, parts);
  add_parts(inner, parts);
  return chain_of(std::move(parts));
}

Motion Motion::placed(const Pose& left, const Motion& motion, const Pose& right) {
  return composed(composed(still(left), motion), still(right));
}

Motion Motion::custom(CustomMotion motion) {
  check_domain(motion.domain, "domain");
  if (!motion.pose_at || !motion.enclose)
    throw InputError({"custom motion", "no function pose_at or enclose", "both", "set them"});
  if (motion.outside == Outside::kLoop)
    throw InputError({"custom motion", "Outside::kLoop", "kHold or kError",
                      "let the functions themselves repeat, over a domain as long as you need"});
  if (!std::is_sorted(motion.breakpoints.begin(), motion.breakpoints.end()))
    throw InputError({"custom motion", "breakpoints out of order", "ascending times", "sort them"});
  return make_motion(std::move(motion));
}

}  // namespace graze
