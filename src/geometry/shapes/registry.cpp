// SPDX-License-Identifier: MIT
#include <algorithm>
#include <charconv>
#include <cmath>
#include <utility>

#include "geometry/shapes/shape_entry.h"
#include "graze/base/assert.h"
#include "graze/base/error.h"

namespace graze {
namespace shapes {
namespace {
// The shortest text that reads back as the same number.
std::string text(double number) {
  char buffer[32];
  return {buffer, std::to_chars(buffer, buffer + sizeof buffer, number).ptr};
}

std::string place(std::string_view shape, std::string_view parameter) {
  return "shape " + std::string(shape) + ", parameter " + std::string(parameter);
}

void check_value(const ShapeInfo& info, const ShapeParameter& parameter, double value) {
  const bool is_fine = value >= parameter.lo && value <= parameter.hi &&
                       (!parameter.is_whole || value == std::floor(value));
  if (is_fine) return;
  throw InputError({place(info.name, parameter.name), text(value),
                    std::string(parameter.is_whole ? "a whole number" : "a number") + " in [" +
                        text(parameter.lo) + ", " + text(parameter.hi) + "]",
                    ""});
}

std::string list_of_parameters(const ShapeInfo& info) {
  std::string list;
  for (const ShapeParameter& p : info.parameters) list += (list.empty() ? "" : ", ") + p.name;
  return list;
}

void check_known(const ShapeInfo& info, const ShapeParameters& given) {
  for (const auto& [name, value] : given) {
    const bool is_known =
        std::any_of(info.parameters.begin(), info.parameters.end(),
                    [&, &name = name](const ShapeParameter& p) { return p.name == name; });
    if (is_known) continue;
    throw InputError({place(info.name, name), "a parameter that the shape does not have",
                      "one of " + list_of_parameters(info), ""});
  }
}

std::vector<ShapeEntry> all_entries() {
  std::vector<ShapeEntry> all;
  for (auto* list : {flat_sided_shapes, round_shapes, machine_shapes, threaded_shapes,
                     organic_shapes, vehicle_shapes, arm_shapes}) {
    for (ShapeEntry& entry : list()) all.push_back(std::move(entry));
  }
  std::sort(all.begin(), all.end(),
            [](const ShapeEntry& a, const ShapeEntry& b) { return a.info.name < b.info.name; });
  return all;
}

const std::vector<ShapeEntry>& entries() {
  static const std::vector<ShapeEntry> all = all_entries();
  return all;
}

const ShapeEntry& entry_of(std::string_view name) {
  for (const ShapeEntry& entry : entries()) {
    if (entry.info.name == name) return entry;
  }
  std::string list;
  for (const ShapeEntry& entry : entries()) list += (list.empty() ? "" : ", ") + entry.info.name;
  throw InputError({"shape name", "'" + std::string(name) + "'", "one of " + list, ""});
}
}  // namespace

Values::Values(const ShapeInfo& info, const ShapeParameters& given) : shape_(info.name) {
  check_known(info, given);
  for (const ShapeParameter& parameter : info.parameters) {
    const auto found = given.find(parameter.name);
    const double value = found == given.end() ? parameter.standard : found->second;
    check_value(info, parameter, value);
    values_[parameter.name] = value;
  }
}

double Values::operator[](std::string_view name) const {
  const auto found = values_.find(name);
  GRAZE_ASSERT(found != values_.end());
  return found->second;
}

void Values::require(bool holds, std::string_view name, const std::string& expected) const {
  if (holds) return;
  throw InputError({place(shape_, name), text((*this)[name]), expected, ""});
}

ShapeParameter length(std::string name, double standard, std::string meaning) {
  return {std::move(name), standard, 1e-6, 1e6, false, std::move(meaning)};
}

ShapeParameter count(std::string name, double standard, double lo, double hi, std::string meaning) {
  return {std::move(name), standard, lo, hi, true, std::move(meaning)};
}

ShapeParameter wanted_triangles(double standard, double lo, double hi) {
  return {"triangles", standard, lo, hi, true, "wanted number of triangles"};
}
}  // namespace shapes

std::vector<std::string> shape_names() {
  std::vector<std::string> names;
  for (const shapes::ShapeEntry& entry : shapes::entries()) names.push_back(entry.info.name);
  return names;
}

const ShapeInfo& shape_info(std::string_view name) { return shapes::entry_of(name).info; }

TriangleMesh make_shape(std::string_view name, const ShapeParameters& parameters) {
  const shapes::ShapeEntry& entry = shapes::entry_of(name);
  return entry.make(shapes::Values(entry.info, parameters));
}

}  // namespace graze
