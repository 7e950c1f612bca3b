// SPDX-License-Identifier: MIT
#include "io/scene_json/read_form.h"

#include <algorithm>

#include "graze/geometry/shapes.h"

namespace graze::scene_json {
namespace {
using json::JsonCursor;
using json::kSize;

/// Two points and a radius. A form given by radius and height is centred about the z axis.
struct Axis {
  Vec3 from, to;
  double radius;
};

double standard_of(const std::string& type, const std::string& parameter) {
  for (const ShapeParameter& known : shape_info(type).parameters)
    if (known.name == parameter) return known.standard;
  return 1.0;
}

double size_or_standard(const JsonCursor& cursor, const std::string& type, const char* key) {
  const auto value = cursor.find(key);
  return value ? value->number(kSize) : standard_of(type, key);
}

Axis read_axis(const JsonCursor& cursor, const std::string& type, bool has_sides) {
  for (const char* of_mesh : {"triangles", "scale", "offset"}) {
    if (cursor.has(of_mesh))
      cursor.at(of_mesh).refuse("'" + std::string(of_mesh) + "' for an exact " + type,
                                "\"mesh\": true beside it", "");
  }
  const bool has_ends = cursor.has("from") || cursor.has("to");
  std::vector<std::string_view> keys{"type", "mesh", "radius"};
  if (has_ends) keys.insert(keys.end(), {"from", "to"});
  if (!has_ends) keys.push_back("height");
  if (has_sides) keys.push_back("sides");
  cursor.expect_keys(keys);
  if (has_ends) {
    return {cursor.at("from").vec3(), cursor.at("to").vec3(), cursor.at("radius").number(kSize)};
  }
  const Vec3 half(0.0, 0.0, 0.5 * size_or_standard(cursor, type, "height"));
  return {-half, half, size_or_standard(cursor, type, "radius")};
}

int read_sides(const JsonCursor& cursor) {
  const auto sides = cursor.find("sides");
  if (!sides) return Shape::kSides;
  const auto count = static_cast<int>(sides->index(65537));
  if (count < 3) sides->refuse("a whole number from 3 to 65536");
  return count;
}

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

Vec3 read_normal(const JsonCursor& cursor) {
  const auto normal = cursor.find("normal");
  if (!normal) return Vec3::UnitZ();
  normal->direction();  // refuses what is not a direction; its length stays as it is
  return normal->vec3();
}

double read_offset(const JsonCursor& cursor) {
  const auto offset = cursor.find("offset");
  return offset ? offset->number(json::kLength) : 0.0;
}

Shape read_half_space(const JsonCursor& cursor) {
  cursor.expect_keys({"type", "normal", "offset"});
  return Shape::from_half_space(read_normal(cursor), read_offset(cursor));
}

/// A square of half width `reach`: the meaning of a plane before there were half-spaces.
Shape read_square(const JsonCursor& cursor) {
  cursor.expect_keys({"type", "normal", "offset", "reach"});
  const auto given = cursor.find("reach");
  const double reach = given ? given->number({0.0, 1e9, true}) : 100.0;
  const Vec3 n = read_normal(cursor).stableNormalized();
  const Vec3 u = reach * n.unitOrthogonal(), v = n.cross(u);
  const Vec3 centre = read_offset(cursor) * n;
  return Shape::from_mesh(
      TriangleMesh({centre - u - v, centre + u - v, centre + u + v, centre - u + v},
                   {{0, 1, 2}, {0, 2, 3}}),
      "plane");
}

bool asks_for_mesh(const JsonCursor& cursor) {
  const auto mesh = cursor.find("mesh");
  if (!mesh) return false;
  if (!mesh->value().is_boolean()) mesh->refuse("true or false");
  return mesh->value().get<bool>();
}
}  // namespace

const std::vector<std::string_view>& form_names() {
  static const std::vector<std::string_view> names{"sphere",     "capsule", "cylinder", "cone",
                                                   "half_space", "stick",   "plane"};
  return names;
}

bool is_form(const JsonCursor& cursor, const std::string& type) {
  const auto& names = form_names();
  if (std::find(names.begin(), names.end(), type) == names.end()) return false;
  const bool has_mesh = type == "capsule" || type == "cylinder" || type == "cone";
  return !has_mesh || !asks_for_mesh(cursor);
}

Shape read_form(const JsonCursor& cursor, const std::string& type) {
  if (type == "sphere") return read_sphere(cursor);
  if (type == "half_space") return read_half_space(cursor);
  if (type == "stick") return read_stick(cursor);
  if (type == "plane") return read_square(cursor);
  const Axis axis = read_axis(cursor, type, type != "capsule");
  if (type == "capsule") return Shape::from_capsule(axis.from, axis.to, axis.radius);
  const int sides = read_sides(cursor);
  return type == "cone" ? Shape::from_cone(axis.from, axis.to, axis.radius, sides)
                        : Shape::from_cylinder(axis.from, axis.to, axis.radius, sides);
}

std::string note_on_name(const std::string& type) {
  if (type == "stick")
    return "the shape 'stick' is now called 'capsule'; the old name will be removed";
  if (type == "plane")
    return "the shape 'plane' is a square; a true plane is a 'half_space'; 'plane' will be removed";
  return {};
}

}  // namespace graze::scene_json
