// SPDX-License-Identifier: MIT
#include "io/scene_json/read_joint.h"

#include <numbers>

#include "io/scene_json/read_motion.h"
#include "io/scene_json/read_pose.h"

namespace graze::scene_json {
namespace {
using json::placed;
using json::Range;

/// How a joint's numbers are read: legal values, and radians for those written in degrees.
struct ValueUnit {
  Range range;
  double scale = 1.0;
};

std::pair<double, double> read_range(const JsonCursor& cursor, const ValueUnit& unit) {
  const auto ends = cursor.items(2);
  return {unit.scale * ends[0].number(unit.range), unit.scale * ends[1].number(unit.range)};
}

std::vector<TimedValue> read_values(const JsonCursor& cursor, const ValueUnit& unit) {
  const auto items = cursor.items();
  if (items.size() < 2) cursor.refuse("an array of at least 2 pairs [time, value]");
  std::vector<TimedValue> values;
  for (const JsonCursor& item : items) {
    const auto pair = item.items(2);
    values.push_back({pair[0].number(json::kTime), unit.scale * pair[1].number(unit.range)});
    if (values.size() < 2 || values[values.size() - 2].time < values.back().time) continue;
    pair[0].refuse("a time after that of the value before");
  }
  return values;
}

/// The key that says how the joint moves: its value, range or values. None: it rests at 0.
std::optional<std::string_view> movement_key(const JsonCursor& cursor,
                                             const std::vector<std::string_view>& keys) {
  for (const std::string_view key : keys) {
    if (cursor.has(key)) return cursor.one_of(keys);
  }
  return std::nullopt;
}

JointFrame read_frame(const JsonCursor& cursor) {
  JointFrame frame;
  if (const auto origin = cursor.find("origin")) frame.parent_from_joint = read_pose(*origin);
  if (const auto axis = cursor.find("axis")) frame.axis = axis->direction();
  return frame;
}

struct JointMotions {
  Motion (*uniform)(const JointFrame&, double, double, const Interval&, Outside);
  Motion (*timed)(const JointFrame&, const std::vector<TimedValue>&, Outside);
};

Motion read_movement(const JsonCursor& cursor, const Interval& span, const JointMotions& make,
                     const std::vector<std::string_view>& keys) {
  const JointFrame frame = read_frame(cursor);
  const auto key = movement_key(cursor, keys);
  if (!key) return make.uniform(frame, 0.0, 0.0, {0.0, 1.0}, Outside::kHold);
  const bool in_degrees = key->ends_with("_degrees");
  const ValueUnit unit{json::kAngle, in_degrees ? std::numbers::pi / 180.0 : 1.0};
  if (key->starts_with("values")) {
    if (cursor.has("time")) cursor.at("time").refuse("no 'time' beside values that have their own");
    const Interval any{0.0, 1.0};
    return make.timed(frame, read_values(cursor.at(*key), unit), read_timing(cursor, any).outside);
  }
  if (key->starts_with("value")) {
    const double value = unit.scale * cursor.at(*key).number(unit.range);
    return make.uniform(frame, value, value, {0.0, 1.0}, Outside::kHold);
  }
  const auto [from, to] = read_range(cursor.at(*key), unit);
  const Timing timing = read_timing(cursor, span);
  return make.uniform(frame, from, to, timing.domain, timing.outside);
}

Motion read_revolute(const JsonCursor& cursor, const Interval& span) {
  cursor.expect_keys({"type", "origin", "axis", "value", "value_degrees", "range", "range_degrees",
                      "values", "values_degrees", "time", "outside"});
  return read_movement(
      cursor, span, {revolute_motion, revolute_motion},
      {"value", "value_degrees", "range", "range_degrees", "values", "values_degrees"});
}

Motion read_prismatic(const JsonCursor& cursor, const Interval& span) {
  cursor.expect_keys({"type", "origin", "axis", "value", "range", "values", "time", "outside"});
  return read_movement(cursor, span, {prismatic_motion, prismatic_motion},
                       {"value", "range", "values"});
}

Motion read_fixed(const JsonCursor& cursor) {
  cursor.expect_keys({"type", "origin"});
  return Motion::still(read_frame(cursor).parent_from_joint);
}

/// The motion spelled out instead of by axis and values: how write_scene keeps any joint.
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

Motion read_joint_motion(const JsonCursor& cursor, const std::string& type, const Interval& span) {
  if (cursor.has("motion")) return read_spelled_out(cursor, type, span);
  if (type == "revolute") return read_revolute(cursor, span);
  return type == "prismatic" ? read_prismatic(cursor, span) : read_fixed(cursor);
}
}  // namespace

JointReading read_joint(const JsonCursor& cursor, const Interval& span) {
  const std::string type = cursor.at("type").word({"fixed", "revolute", "prismatic", "floating"});
  return placed(cursor, [&]() -> JointReading {
    if (type == "floating") {
      cursor.expect_keys({"type"});
      return {JointKind::kFloating};
    }
    const bool has_frame = !cursor.has("motion") || cursor.has("origin") || cursor.has("axis");
    return {kind_named(type), read_joint_motion(cursor, type, span),
            has_frame ? std::optional(read_frame(cursor)) : std::nullopt};
  });
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
