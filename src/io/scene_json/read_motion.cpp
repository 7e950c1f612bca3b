// SPDX-License-Identifier: MIT
#include "io/scene_json/read_motion.h"

#include <array>
#include <numbers>

#include "io/scene_json/read_pose.h"

namespace graze::scene_json {
namespace {
using json::kLength;
using json::kTime;
using json::placed;

Interpolation read_interpolation(const JsonCursor& cursor) {
  const std::string word = cursor.word({"screw", "slerp", "six_parameters", "step"});
  if (word == "screw") return Interpolation::kScrew;
  if (word == "slerp") return Interpolation::kSlerp;
  return word == "step" ? Interpolation::kStep : Interpolation::kSixParameters;
}

Motion read_still(const JsonCursor& cursor, const Interval&) {
  cursor.expect_keys({"type", "pose"});
  const auto pose = cursor.find("pose");
  return Motion::still(pose ? read_pose(*pose) : Pose{});
}

double read_turn(const JsonCursor& cursor) {
  if (!cursor.has("turns")) return read_angle(cursor, "angle").value_or(0.0);
  cursor.one_of({"turns", "angle", "angle_degrees"});
  return 2.0 * std::numbers::pi * cursor.at("turns").number({-1e8, 1e8});
}

Motion read_screw_about_axis(const JsonCursor& cursor, const Interval& span) {
  cursor.expect_keys({"type", "from", "axis", "point", "angle", "angle_degrees", "turns", "slide",
                      "time", "outside"});
  Motion::ScrewParameters screw;
  if (const auto from = cursor.find("from")) screw.begin = read_pose(*from);
  if (const auto point = cursor.find("point")) screw.point = point->vec3();
  screw.axis = cursor.at("axis").direction();
  screw.angle = read_turn(cursor);
  if (const auto slide = cursor.find("slide")) screw.slide = slide->number(kLength);
  const Timing timing = read_timing(cursor, span);
  return Motion::screw(screw, timing.domain, timing.outside);
}

Motion read_between(const JsonCursor& cursor, const Interval& span, Interpolation interpolation) {
  cursor.expect_keys({"type", "from", "to", "time", "outside"});
  const auto from = cursor.find("from");
  const Timing timing = read_timing(cursor, span);
  return Motion::between(from ? read_pose(*from) : Pose{}, read_pose(cursor.at("to")),
                         timing.domain, interpolation, timing.outside);
}

Motion read_screw(const JsonCursor& cursor, const Interval& span) {
  if (cursor.has("axis") || !cursor.has("to")) return read_screw_about_axis(cursor, span);
  return read_between(cursor, span, Interpolation::kScrew);
}

Motion read_slerp(const JsonCursor& cursor, const Interval& span) {
  return read_between(cursor, span, Interpolation::kSlerp);
}

Motion::SixParameters read_six(const JsonCursor& cursor) {
  cursor.expect_keys({"position", "rotation_vector"});
  Motion::SixParameters six;
  if (const auto position = cursor.find("position")) six.position = position->vec3();
  if (const auto vector = cursor.find("rotation_vector")) {
    six.rotation_vector = vector->vec3(json::kAngle);
  }
  return six;
}

Motion read_six_parameters(const JsonCursor& cursor, const Interval& span) {
  cursor.expect_keys({"type", "from", "to", "time", "outside"});
  const auto from = cursor.find("from");
  const Timing timing = read_timing(cursor, span);
  return Motion::six_parameters(from ? read_six(*from) : Motion::SixParameters{},
                                read_six(cursor.at("to")), timing.domain, timing.outside);
}

Motion read_path(const JsonCursor& cursor, const Interval&) {
  cursor.expect_keys({"type", "poses", "interpolation", "outside"});
  const auto interpolation = cursor.find("interpolation");
  const auto outside = cursor.find("outside");
  return Motion::path(read_timed_poses(cursor.at("poses")),
                      interpolation ? read_interpolation(*interpolation) : Interpolation::kScrew,
                      outside ? read_outside(*outside) : Outside::kHold);
}

Motion read_composed(const JsonCursor& cursor, const Interval& span) {
  cursor.expect_keys({"type", "outer", "inner"});
  return Motion::composed(read_motion(cursor.at("outer"), span),
                          read_motion(cursor.at("inner"), span));
}

Motion read_placed(const JsonCursor& cursor, const Interval& span) {
  cursor.expect_keys({"type", "left", "motion", "right"});
  const auto left = cursor.find("left");
  const auto right = cursor.find("right");
  return Motion::placed(left ? read_pose(*left) : Pose{}, read_motion(cursor.at("motion"), span),
                        right ? read_pose(*right) : Pose{});
}

Motion read_reversed(const JsonCursor& cursor, const Interval& span) {
  cursor.expect_keys({"type", "motion"});
  return Motion::reversed(read_motion(cursor.at("motion"), span));
}

struct MotionReader {
  std::string_view type;
  Motion (*read)(const JsonCursor& cursor, const Interval& span);
};
constexpr std::array<MotionReader, 10> kReaders{{{"still", read_still},
                                                 {"screw", read_screw},
                                                 {"slerp", read_slerp},
                                                 {"six_parameters", read_six_parameters},
                                                 {"path", read_path},
                                                 {"rational", read_rational},
                                                 {"pieces", read_pieces},
                                                 {"composed", read_composed},
                                                 {"placed", read_placed},
                                                 {"reversed", read_reversed}}};
TimedPose read_timed_pose(const JsonCursor& cursor) {
  cursor.expect_keys({"time", kPosition, kRotation});
  return {cursor.at("time").number(kTime), read_pose_keys(cursor)};
}
}  // namespace

Outside read_outside(const JsonCursor& cursor) {
  const std::string word = cursor.word({"hold", "loop", "error"});
  if (word == "loop") return Outside::kLoop;
  return word == "error" ? Outside::kError : Outside::kHold;
}

std::vector<TimedPose> read_timed_poses(const JsonCursor& cursor) {
  const auto items = cursor.items();
  if (items.size() < 2) cursor.refuse("an array of at least 2 timed poses");
  std::vector<TimedPose> poses;
  for (const JsonCursor& item : items) {
    poses.push_back(read_timed_pose(item));
    if (poses.size() < 2 || poses[poses.size() - 2].time < poses.back().time) continue;
    item.at("time").refuse("a time after that of the pose before");
  }
  return poses;
}

Interval read_time(const JsonCursor& cursor, bool may_be_instant) {
  const auto ends = cursor.items(2);
  const Interval time{ends[0].number(kTime), ends[1].number(kTime)};
  if (time.lo < time.hi || (may_be_instant && time.lo == time.hi)) return time;
  cursor.refuse("[" + ends[0].value().dump() + ", " + ends[1].value().dump() + "]",
                "two times in ascending order", "");
}

Timing read_timing(const JsonCursor& cursor, const Interval& span) {
  const auto time = cursor.find("time");
  const auto outside = cursor.find("outside");
  if (!time && !(span.lo < span.hi)) {
    cursor.refuse("no key 'time' in a scene whose span is an instant",
                  "the time that the motion takes", "");
  }
  return {time ? read_time(*time, false) : span, outside ? read_outside(*outside) : Outside::kHold};
}

Motion read_motion(const JsonCursor& cursor, const Interval& span) {
  if (cursor.at("type").value() == "affine") {
    cursor.refuse("an affine motion", "one that keeps the body's shape",
                  "graze boxes answers for boxes in affine motions");
  }
  std::vector<std::string_view> types;
  for (const MotionReader& reader : kReaders) types.push_back(reader.type);
  const std::string type = cursor.at("type").word(types);
  for (const MotionReader& reader : kReaders) {
    if (reader.type == type) return placed(cursor, [&] { return reader.read(cursor, span); });
  }
  cursor.refuse("a motion");
}

}  // namespace graze::scene_json
