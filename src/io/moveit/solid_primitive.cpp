// SPDX-License-Identifier: MIT
#include "io/moveit/solid_primitive.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "graze/base/error.h"

namespace graze::moveit {
namespace {
/// Its cross-sections are polygons around the cone's circles; the factor is for rounding.
Shape make_cone(double height, double radius) {
  constexpr std::uint32_t kSides = 96;
  const double outer = radius / std::cos(std::numbers::pi / kSides) * (1.0 + 1e-12);
  const double half = 0.5 * height * (1.0 + 1e-12);
  std::vector<Vec3> vertices{{0.0, 0.0, half}, {0.0, 0.0, -half}};
  std::vector<Triangle> triangles;
  for (std::uint32_t i = 0; i < kSides; ++i) {
    const double angle = 2.0 * std::numbers::pi * i / kSides;
    vertices.emplace_back(outer * std::cos(angle), outer * std::sin(angle), -half);
    const std::uint32_t here = 2 + i, next = 2 + (i + 1) % kSides;
    triangles.push_back({0, here, next});
    triangles.push_back({1, next, here});
  }
  return Shape::from_mesh(TriangleMesh(std::move(vertices), std::move(triangles)), "cone");
}
}  // namespace

void check_primitive_type(const std::string& type, const std::string& place) {
  for (const char* known : {"box", "sphere", "cylinder", "cone"}) {
    if (type == known) return;
  }
  throw InputError({place, "a shape of type '" + type + "'", "box, sphere, cylinder, cone or mesh",
                    type == "plane" ? "put a large box there" : "export it as a mesh"});
}

Shape make_primitive(const std::string& type, const std::vector<double>& sizes,
                     const std::string& place) {
  check_primitive_type(type, place);
  const std::size_t wanted = type == "box" ? 3 : type == "sphere" ? 1 : 2;
  if (sizes.size() < wanted ||
      !std::all_of(sizes.begin(), sizes.begin() + static_cast<std::ptrdiff_t>(wanted),
                   [](double x) { return x > 0.0 && x <= 1e9; })) {
    throw InputError({place, "sizes of a " + type + " that are missing or not > 0",
                      std::to_string(wanted) + " lengths in metres", ""});
  }
  if (type == "box") return Shape::from_box(0.5 * Vec3(sizes[0], sizes[1], sizes[2]));
  if (type == "sphere") return Shape::from_sphere(Vec3::Zero(), sizes[0]);
  if (type == "cylinder") return Shape::from_cylinder(sizes[1], sizes[0]);
  return make_cone(sizes[0], sizes[1]);
}

}  // namespace graze::moveit
