// SPDX-License-Identifier: MIT
// A shuttle-like craft; a car body with a door opening, and the door that fits it.
#include <algorithm>
#include <cmath>

#include "geometry/shapes/mesh_builder.h"
#include "geometry/shapes/shape_entry.h"

namespace graze::shapes {
namespace {
// Sections across x. Each is round, with wings to both sides and a fin on top drawn out of it.
struct CraftStation {
  double x, radius, wing, fin;
};
constexpr CraftStation kCraft[] = {
    {0.45, 0.035, 0, 0},        {0.38, 0.065, 0, 0},        {0.28, 0.085, 0, 0},
    {0.15, 0.095, 0.02, 0},     {0.02, 0.100, 0.05, 0},     {-0.10, 0.100, 0.09, 0},
    {-0.20, 0.100, 0.16, 0},    {-0.28, 0.100, 0.23, 0.05}, {-0.36, 0.100, 0.30, 0.13},
    {-0.42, 0.098, 0.31, 0.22}, {-0.45, 0.090, 0.10, 0.20}};

// 24 points a section, 11 sections, 2 poles: 2 * 24 * 11 = 528 triangles.
TriangleMesh make_shuttle(const Values& v) {
  constexpr int kColumns = 24;
  std::vector<std::vector<Vec3>> loops;
  for (const CraftStation& s : kCraft) {
    std::vector<Vec3> points;
    for (int i = 0; i < kColumns; ++i) {
      const Eigen::Vector2d d = circle_point(-i, kColumns);
      const double reach = i % 12 == 0 ? s.wing : (i == 18 ? s.fin : 0.0);
      points.push_back(Vec3(s.x, d.x() * (s.radius + reach), d.y() * (s.radius + reach)) *
                       v["length"]);
    }
    loops.push_back(points);
  }
  MeshBuilder builder;
  const std::vector<Loop> added = add_bands(builder, loops);
  builder.add_cap_below(added.front(), Vec3(0.5, 0, -0.01) * v["length"]);
  builder.add_cap_above(added.back(), Vec3(-0.45, 0, 0) * v["length"]);
  return std::move(builder).mesh();
}
}  // namespace

std::vector<ShapeEntry> car_shapes();

std::vector<ShapeEntry> vehicle_shapes() {
  std::vector<ShapeEntry> entries = car_shapes();
  entries.push_back({{"shuttle",
                      "a delta-winged craft with a fin, nose towards +x, z up; 528 triangles",
                      {length("length", 1, "along x")}},
                     make_shuttle});
  return entries;
}

}  // namespace graze::shapes
