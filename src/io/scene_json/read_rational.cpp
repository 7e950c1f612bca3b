// SPDX-License-Identifier: MIT
// The forms of a rational motion in scene.json.                                              [B1]
#include "graze/motion/rational_motion.h"
#include "io/scene_json/read_affine.h"
#include "io/scene_json/read_motion.h"

namespace graze::scene_json {
namespace {
using json::kLength;
using json::kTime;

Quat read_quaternion(const JsonCursor& cursor) {
  const auto c = cursor.items(4);
  return {c[0].number(kLength), c[1].number(kLength), c[2].number(kLength), c[3].number(kLength)};
}

std::vector<Quat> read_quaternions(const JsonCursor& cursor) {
  std::vector<Quat> quaternions;
  for (const JsonCursor& item : cursor.items()) quaternions.push_back(read_quaternion(item));
  if (quaternions.empty()) cursor.refuse("an array of quaternions [w, x, y, z]");
  return quaternions;
}

std::vector<Vec3> read_points(const JsonCursor& cursor) {
  std::vector<Vec3> points;
  for (const JsonCursor& item : cursor.items()) points.push_back(item.vec3());
  if (points.empty()) cursor.refuse("an array of points [x, y, z]");
  return points;
}

Outside outside_of(const JsonCursor& cursor) {
  const auto outside = cursor.find("outside");
  return outside ? read_outside(*outside) : Outside::kHold;
}

Motion read_control_points(const JsonCursor& cursor, const Interval& span) {
  cursor.expect_keys({"type", "rotation", "translation", "weight", "time", "outside"});
  if (!cursor.has("rotation") && !cursor.has("translation"))
    cursor.refuse("no key 'rotation', 'translation', 'pieces', 'poses', 'matrix', …",
                  "one of the forms of a rational motion", "see docs/scene.md");
  const Timing timing = read_timing(cursor, span);
  return rational_motion(read_rational_formula(cursor), timing.domain, timing.outside);
}

Motion read_rational_pieces(const JsonCursor& cursor, const Interval&) {
  cursor.expect_keys({"type", "pieces", "outside"});
  std::vector<RationalPiece> pieces;
  for (const JsonCursor& item : cursor.at("pieces").items()) {
    item.expect_keys({"time", "rotation", "translation", "weight"});
    pieces.push_back({read_time(item.at("time"), false), read_rational_formula(item)});
  }
  return rational_path(pieces, outside_of(cursor));
}

Motion read_through(const JsonCursor& cursor, const Interval&) {
  cursor.expect_keys({"type", "poses", "degree", "outside"});
  const auto degree = cursor.find("degree");
  const double value = degree ? degree->number({1, 3}) : 3.0;
  if (value != 1.0 && value != 3.0) degree->refuse("1 or 3");
  return rational_through(read_timed_poses(cursor.at("poses")), int(value), outside_of(cursor));
}

template <typename Key>
std::vector<Key> read_keys(const JsonCursor& cursor, std::string_view name, const auto& read) {
  std::vector<Key> keys;
  const auto list = cursor.find(name);
  if (!list) return keys;
  for (const JsonCursor& item : list->items()) {
    item.expect_keys({"time", "value", "in", "out"});
    Key key;
    key.time = item.at("time").number(kTime);
    key.value = read(item.at("value"));
    if (const auto in = item.find("in")) key.in_tangent = read(*in);
    if (const auto out = item.find("out")) key.out_tangent = read(*out);
    keys.push_back(key);
  }
  return keys;
}

Motion read_hermite(const JsonCursor& cursor, const Interval&) {
  cursor.expect_keys({"type", "rotation_keys", "position_keys", "outside"});
  return hermite_motion(
      read_keys<RotationKey>(cursor, "rotation_keys", read_quaternion),
      read_keys<PositionKey>(cursor, "position_keys", [](const JsonCursor& c) { return c.vec3(); }),
      outside_of(cursor));
}

Motion read_spline(const JsonCursor& cursor, const Interval&) {
  cursor.expect_keys({"type", "degree", "knots", "rotation", "translation", "outside"});
  QuaternionSpline spline;
  if (const auto degree = cursor.find("degree")) spline.degree = int(degree->index(5));
  spline.knots = read_numbers(cursor.at("knots"));
  spline.rotation = read_quaternions(cursor.at("rotation"));
  spline.translation = read_points(cursor.at("translation"));
  return spline_motion(spline, outside_of(cursor));
}
}  // namespace

RationalFormula read_rational_formula(const JsonCursor& cursor) {
  RationalFormula formula;
  if (const auto rotation = cursor.find("rotation")) formula.rotation = read_quaternions(*rotation);
  if (const auto translation = cursor.find("translation"))
    formula.translation = read_points(*translation);
  if (const auto weight = cursor.find("weight")) formula.weight = read_numbers(*weight);
  return formula;
}

Motion read_rational(const JsonCursor& cursor, const Interval& span) {
  if (cursor.has("pieces")) return read_rational_pieces(cursor, span);
  if (cursor.has("poses")) return read_through(cursor, span);
  if (cursor.has("matrix")) return read_rational_matrix(cursor, span);
  if (cursor.has("knots")) return read_spline(cursor, span);
  const bool keyed = cursor.has("rotation_keys") || cursor.has("position_keys");
  return keyed ? read_hermite(cursor, span) : read_control_points(cursor, span);
}

}  // namespace graze::scene_json
