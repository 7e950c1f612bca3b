// SPDX-License-Identifier: MIT
#include "graze/scene/joint.h"

#include <algorithm>
#include <cmath>
#include <string>

#include "graze/base/error.h"
#include "graze/math/length.h"
#include "graze/math/rotation.h"
#include "graze/scene/scene_change.h"

namespace graze {
namespace {
constexpr double kLargestTurn = 2.0;  // rad; below half a turn, the shorter way is the right one
constexpr double kMostParts = 100'000;

Vec3 unit_axis(const JointFrame& frame) {
  const double length = length_of(frame.axis);
  if (std::isfinite(length) && length > 0.0) return frame.axis / length;
  throw InputError({"joint axis", "a zero or non-finite vector", "a direction", ""});
}

void check_value(double value) {
  if (std::isfinite(value)) return;
  throw InputError({"joint value", "a value that is not finite", "a finite number", ""});
}

Pose turned(const JointFrame& frame, double angle) {
  const Pose turn{rotation_about(unit_axis(frame), angle), Vec3::Zero()};
  return frame.parent_from_joint * turn;
}

Pose slid(const JointFrame& frame, double length) {
  return frame.parent_from_joint * Pose{Mat3::Identity(), length * unit_axis(frame)};
}

void check_values(const std::vector<TimedValue>& values) {
  if (values.size() < 2) {
    throw InputError({"joint values", std::to_string(values.size()), "at least two", ""});
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    check_value(values[i].value);
    if (std::isfinite(values[i].time) && (i == 0 || values[i - 1].time < values[i].time)) continue;
    throw InputError({"joint value " + std::to_string(i), "a time that does not ascend",
                      "finite times that ascend strictly", ""});
  }
}

double parts_between(const TimedValue& from, const TimedValue& to) {
  return std::max(1.0, std::ceil(std::fabs(to.value - from.value) / kLargestTurn));
}

void check_parts(const std::vector<TimedValue>& values) {
  double parts = 0.0;
  for (std::size_t i = 1; i < values.size(); ++i) parts += parts_between(values[i - 1], values[i]);
  if (parts <= kMostParts) return;
  throw InputError({"joint values", "turns of more than 200,000 rad in all", "fewer turns",
                    "give a uniform range instead of timed values"});
}
}  // namespace

Motion revolute_motion(const JointFrame& frame, double from, double to, const Interval& domain,
                       Outside outside) {
  check_value(from);
  check_value(to);
  Motion::ScrewParameters screw;
  screw.begin = turned(frame, from);
  screw.point = frame.parent_from_joint.translation;
  screw.axis = frame.parent_from_joint.rotation * unit_axis(frame);
  screw.angle = to - from;
  return Motion::screw(screw, domain, outside);
}

Motion prismatic_motion(const JointFrame& frame, double from, double to, const Interval& domain,
                        Outside outside) {
  check_value(from);
  check_value(to);
  return Motion::between(slid(frame, from), slid(frame, to), domain, Interpolation::kSlerp,
                         outside);
}

Motion joint_motion(const Scene& scene, BodyId body, double from, double to,
                    const Interval& domain) {
  const Body& moved = scene.bodies[body.index()];
  if (moved.joint_frame && moved.joint == JointKind::kRevolute) {
    return revolute_motion(*moved.joint_frame, from, to, domain);
  }
  if (moved.joint_frame && moved.joint == JointKind::kPrismatic) {
    return prismatic_motion(*moved.joint_frame, from, to, domain);
  }
  throw InputError({describe(scene, body), "no revolute or prismatic joint with a known frame",
                    "one, to move it by its value", "give the body a motion instead"});
}

Motion revolute_motion(const JointFrame& frame, const std::vector<TimedValue>& values,
                       Outside outside) {
  check_values(values);
  check_parts(values);
  std::vector<TimedPose> poses{{values[0].time, turned(frame, values[0].value)}};
  for (std::size_t i = 1; i < values.size(); ++i) {
    const TimedValue& from = values[i - 1];
    const TimedValue& to = values[i];
    const double parts = parts_between(from, to);
    for (double k = 1.0; k <= parts; k += 1.0) {
      const double s = k / parts;
      // At s = 1 both sums give the end itself: what is stated at a knot holds exactly.
      poses.push_back({(1.0 - s) * from.time + s * to.time,
                       turned(frame, (1.0 - s) * from.value + s * to.value)});
    }
  }
  return Motion::path(poses, Interpolation::kSlerp, outside);
}

Motion prismatic_motion(const JointFrame& frame, const std::vector<TimedValue>& values,
                        Outside outside) {
  check_values(values);
  std::vector<TimedPose> poses;
  for (const TimedValue& value : values) poses.push_back({value.time, slid(frame, value.value)});
  return Motion::path(poses, Interpolation::kSlerp, outside);
}

}  // namespace graze
