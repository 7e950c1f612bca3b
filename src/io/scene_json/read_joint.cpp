// SPDX-License-Identifier: MIT
#include "io/scene_json/read_joint.h"

#include <numbers>

#include "io/scene_json/read_motion.h"
#include "io/scene_json/read_pose.h"

namespace graze::scene_json {
namespace {
using json::placed;

JointFrame read_frame(const JsonCursor& cursor) {
  JointFrame frame;
  if (const auto origin = cursor.find("origin")) frame.parent_from_joint = read_pose(*origin);
  if (const auto axis = cursor.find("axis")) frame.axis = axis->direction();
  return frame;
}

/// How a kind of joint moves its body.
struct JointMotions {
  Motion (*uniform)(const JointFrame&, double, double, const Interval&, Outside);
  Motion (*timed)(const JointFrame&, const std::vector<TimedValue>&, Outside);
};

Motion motion_of(const JointFrame& frame, const JointValues& values, const JointMotions& make) {
  const auto& knots = values.knots;
  if (knots.size() == 1)
    return make.uniform(frame, knots[0].value, knots[0].value, {0.0, 1.0}, Outside::kHold);
  if (!values.is_range) return make.timed(frame, knots, values.outside);
  return make.uniform(frame, knots[0].value, knots[1].value, {knots[0].time, knots[1].time},
                      values.outside);
}

void expect_joint_keys(const JsonCursor& cursor, bool has_angles, bool has_lead) {
  std::vector<std::string_view> keys{"type", "origin", "axis", "time", "outside"};
  const auto& of_values = value_keys(has_angles);
  keys.insert(keys.end(), of_values.begin(), of_values.end());
  if (has_lead) keys.emplace_back("lead");
  cursor.expect_keys(keys);
}

JointReading read_revolute(const JsonCursor& cursor, const Interval& span,
                           const KnownJoints& known) {
  expect_joint_keys(cursor, true, false);
  const JointFrame frame = read_frame(cursor);
  const JointValues values = read_joint_values(cursor, span, true, known);
  return {JointKind::kRevolute, motion_of(frame, values, {revolute_motion, revolute_motion}), frame,
          values};
}

JointReading read_prismatic(const JsonCursor& cursor, const Interval& span,
                            const KnownJoints& known) {
  expect_joint_keys(cursor, false, false);
  const JointFrame frame = read_frame(cursor);
  const JointValues values = read_joint_values(cursor, span, false, known);
  return {JointKind::kPrismatic, motion_of(frame, values, {prismatic_motion, prismatic_motion}),
          frame, values};
}

/// A slide along the axis, composed with a turn about it: exact for any number of turns.
JointReading read_screw(const JsonCursor& cursor, const Interval& span, const KnownJoints& known) {
  expect_joint_keys(cursor, true, true);
  const JointFrame frame = read_frame(cursor);
  const JointValues angles = read_joint_values(cursor, span, true, known);
  const double lead = cursor.at("lead").number({-1e12, 1e12});
  JointValues lengths = angles;
  for (TimedValue& knot : lengths.knots) knot.value *= lead / (2.0 * std::numbers::pi);
  const JointFrame on_slide{{}, frame.axis};
  return {JointKind::kFloating,
          Motion::composed(motion_of(frame, lengths, {prismatic_motion, prismatic_motion}),
                           motion_of(on_slide, angles, {revolute_motion, revolute_motion})),
          {},
          angles};
}

Motion read_fixed(const JsonCursor& cursor) {
  cursor.expect_keys({"type", "origin"});
  return Motion::still(read_frame(cursor).parent_from_joint);
}

/// A joint with its motion written out instead of axis and values: write_scene keeps any joint so.
Motion read_spelled_out(const JsonCursor& cursor, const std::string& type, const Interval& span) {
  cursor.expect_keys({"type", "motion", "origin", "axis"});
  Motion motion = read_motion(cursor.at("motion"), span);
  if (type != "fixed" || motion.is_still()) return motion;
  cursor.at("motion").refuse("a motion that moves", "a still one for a fixed joint", "");
}

JointKind kind_named(const std::string& type) {
  if (type == "fixed") return JointKind::kFixed;
  if (type == "revolute") return JointKind::kRevolute;
  return type == "prismatic" ? JointKind::kPrismatic : JointKind::kFloating;
}

JointReading read_stated(const JsonCursor& cursor, const std::string& type, const Interval& span,
                         const KnownJoints& known) {
  if (type == "floating") {
    cursor.expect_keys({"type"});
    return {JointKind::kFloating};
  }
  if (cursor.has("motion") && type != "screw") {
    const bool has_frame = cursor.has("origin") || cursor.has("axis");
    return {kind_named(type), read_spelled_out(cursor, type, span),
            has_frame ? std::optional(read_frame(cursor)) : std::nullopt};
  }
  if (type == "revolute") return read_revolute(cursor, span, known);
  if (type == "prismatic") return read_prismatic(cursor, span, known);
  if (type == "screw") return read_screw(cursor, span, known);
  return {JointKind::kFixed, read_fixed(cursor), read_frame(cursor)};
}
}  // namespace

JointReading read_joint(const JsonCursor& cursor, const Interval& span, const KnownJoints& known) {
  const std::string type =
      cursor.at("type").word({"fixed", "revolute", "prismatic", "screw", "floating"});
  return placed(cursor, [&] { return read_stated(cursor, type, span, known); });
}

std::string_view joint_name(JointKind kind) {
  switch (kind) {
    case JointKind::kNone:
      return "none";
    case JointKind::kFixed:
      return "fixed";
    case JointKind::kRevolute:
      return "revolute";
    case JointKind::kPrismatic:
      return "prismatic";
    case JointKind::kFloating:
      return "floating";
  }
  return "none";
}

}  // namespace graze::scene_json
