// SPDX-License-Identifier: MIT
// The type "pieces" of scene.json: any motion as the formulas that define it, bit for bit.     [C1]
#include <array>

#include "graze/motion/motion_kinds.h"
#include "io/scene_json/read_motion.h"
#include "io/scene_json/read_pose.h"

namespace graze::scene_json {
namespace {
// The range that Motion accepts; the axis of a slight turn can be far away.
constexpr json::Range kAny{-1e100, 1e100};

double number_at(const JsonCursor& cursor, std::string_view key) {
  return cursor.at(key).number(kAny);
}
Vec3 vector_at(const JsonCursor& cursor, std::string_view key) { return cursor.at(key).vec3(kAny); }

Pose exact_pose(const JsonCursor& cursor) {
  cursor.expect_keys({kPosition, kRotation});
  Pose pose{Mat3::Identity(), vector_at(cursor, kPosition)};
  if (const auto rotation = cursor.find(kRotation)) pose.rotation = read_rotation(*rotation);
  return pose;
}
Pose pose_at_key(const JsonCursor& cursor, std::string_view key) {
  return exact_pose(cursor.at(key));
}

MotionFormula still_formula(const JsonCursor& c) {
  c.expect_keys({"type", "time", "run", "pose"});
  return StillFormula{pose_at_key(c, "pose")};
}

MotionFormula screw_formula(const JsonCursor& c) {
  c.expect_keys({"type", "time", "run", "from", "point", "axis", "angle", "slide"});
  return ScrewFormula{pose_at_key(c, "from"), vector_at(c, "point"), vector_at(c, "axis"),
                      number_at(c, "angle"), number_at(c, "slide")};
}

MotionFormula slerp_formula(const JsonCursor& c) {
  c.expect_keys({"type", "time", "run", "from", "end_position", "axis", "angle"});
  return SlerpFormula{pose_at_key(c, "from"), vector_at(c, "end_position"), vector_at(c, "axis"),
                      number_at(c, "angle")};
}

MotionFormula six_formula(const JsonCursor& c) {
  c.expect_keys({"type", "time", "run", "from", "to"});
  const auto six = [&](std::string_view key) {
    const JsonCursor one = c.at(key);
    one.expect_keys({"position", "rotation_vector"});
    return Motion::SixParameters{vector_at(one, "position"), vector_at(one, "rotation_vector")};
  };
  return SixParametersFormula{six("from"), six("to")};
}

MotionFormula rational_formula(const JsonCursor& c) {
  c.expect_keys({"type", "time", "run", "rotation", "translation", "weight"});
  return read_rational_formula(c);
}

MotionFormula joint_formula(const JsonCursor& c) {
  c.expect_keys({"type", "time", "run", "moves", "axis", "coefficients"});
  JointFormula formula;
  formula.kind = c.at("moves").word({"turn", "slide"}) == "turn" ? JointFormula::Kind::kTurn
                                                                 : JointFormula::Kind::kSlide;
  formula.axis = vector_at(c, "axis");
  const auto numbers = c.at("coefficients").items();
  if (numbers.empty() || numbers.size() > formula.coefficients.size())
    c.at("coefficients").refuse("an array of 1 to 6 numbers");
  for (std::size_t k = 0; k < numbers.size(); ++k)
    formula.coefficients[k] = numbers[k].number(kAny);
  return formula;
}

MotionFormula accelerated_formula(const JsonCursor& c) {
  c.expect_keys({"type", "time", "run", "pose", "centre", "velocity", "angular_velocity",
                 "acceleration", "angular_acceleration", "duration"});
  AcceleratedFormula formula;
  const auto vector = [&](std::string_view key) {
    return c.has(key) ? vector_at(c, key) : Vec3(Vec3::Zero());
  };
  if (c.has("pose")) formula.begin.pose = pose_at_key(c, "pose");
  formula.begin.centre = vector("centre");
  formula.begin.velocity = vector("velocity");
  formula.begin.angular_velocity = vector("angular_velocity");
  formula.begin.acceleration = vector("acceleration");
  formula.begin.angular_acceleration = vector("angular_acceleration");
  formula.duration = number_at(c, "duration");
  return formula;
}

struct FormulaReader {
  std::string_view type;
  MotionFormula (*read)(const JsonCursor& cursor);
};
constexpr std::array<FormulaReader, 7> kFormulaReaders{{{"still", still_formula},
                                                        {"screw", screw_formula},
                                                        {"slerp", slerp_formula},
                                                        {"six_parameters", six_formula},
                                                        {"rational", rational_formula},
                                                        {"joint", joint_formula},
                                                        {"accelerated", accelerated_formula}}};

MotionFormula read_formula(const JsonCursor& cursor) {
  std::vector<std::string_view> types;
  for (const FormulaReader& reader : kFormulaReaders) types.push_back(reader.type);
  const std::string type = cursor.at("type").word(types);
  for (const FormulaReader& reader : kFormulaReaders)
    if (reader.type == type) return reader.read(cursor);
  cursor.refuse("a formula");
}

Sense read_sense(const JsonCursor& cursor) {
  const auto run = cursor.find("run");
  if (!run) return Sense::kForward;
  const std::string word = run->word({"forward", "backward", "at begin", "at end"});
  if (word == "forward") return Sense::kForward;
  if (word == "backward") return Sense::kBackward;
  return word == "at begin" ? Sense::kAtBegin : Sense::kAtEnd;
}
}  // namespace

Motion read_pieces(const JsonCursor& cursor, const Interval&) {
  cursor.expect_keys({"type", "pieces", "outside"});
  TrackDescription track;
  for (const JsonCursor& item : cursor.at("pieces").items())
    track.segments.push_back(
        {read_time(item.at("time"), true), read_sense(item), read_formula(item)});
  if (track.segments.empty()) cursor.at("pieces").refuse("an array of at least one piece");
  track.domain = {track.segments.front().span.lo, track.segments.back().span.hi};
  if (const auto outside = cursor.find("outside")) track.outside = read_outside(*outside);
  return motion_from(track);
}

}  // namespace graze::scene_json
