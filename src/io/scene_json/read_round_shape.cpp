// SPDX-License-Identifier: MIT
#include "io/scene_json/read_round_shape.h"

namespace graze::scene_json {
namespace {
using json::JsonCursor;
using json::kSize;

Shape read_sphere(const JsonCursor& cursor) {
  cursor.expect_keys({"type", "radius", "centre"});
  const auto centre = cursor.find("centre");
  return Shape::from_sphere(centre ? centre->vec3() : Vec3(Vec3::Zero()),
                            cursor.at("radius").number(kSize));
}

Shape read_stick(const JsonCursor& cursor) {
  cursor.expect_keys({"type", "from", "to", "radius"});
  return Shape::from_capsule(cursor.at("from").vec3(), cursor.at("to").vec3(),
                             cursor.at("radius").number(kSize));
}

Shape read_plane(const JsonCursor& cursor) {
  cursor.expect_keys({"type", "normal", "offset", "reach"});
  const auto normal = cursor.find("normal");
  const auto offset = cursor.find("offset");
  const auto reach = cursor.find("reach");
  return Shape::from_plane(normal ? normal->direction() : Vec3(Vec3::UnitZ()),
                           offset ? offset->number(json::kLength) : 0.0,
                           reach ? reach->number({0.0, 1e9, true}) : Shape::kPlaneReach);
}
}  // namespace

bool is_exact_form(const std::string& type) {
  return type == "sphere" || type == "stick" || type == "plane";
}

Shape read_exact_form(const JsonCursor& cursor, const std::string& type) {
  if (type == "sphere") return read_sphere(cursor);
  return type == "stick" ? read_stick(cursor) : read_plane(cursor);
}

}  // namespace graze::scene_json
