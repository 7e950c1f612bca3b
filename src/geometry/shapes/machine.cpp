// SPDX-License-Identifier: MIT
// Gear and chain link.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "geometry/shapes/mesh_builder.h"
#include "geometry/shapes/shape_entry.h"

namespace graze::shapes {
namespace {
// Radius at `step` of the 4 * s steps of a tooth: root, rising flank, crest, falling flank.
double tooth_radius(int step, int s, double root, double outer) {
  if (step <= s) return root;
  if (step <= 2 * s) return root + (outer - root) * (double(step - s) / s);
  if (step <= 3 * s) return outer;
  return outer + (root - outer) * (double(step - 3 * s) / s);
}

TriangleMesh make_gear(const Values& v) {
  const double root = v["outer"] - v["tooth"];
  v.require(v["bore"] < root, "bore", "less than outer - tooth");
  const int teeth = v.whole("teeth");
  const int s = parts_for(v["triangles"], 32.0 * teeth);
  const int columns = 4 * s * teeth;
  const int bands = std::max(1, static_cast<int>(std::lround(v["triangles"] / (8.0 * columns))));
  std::vector<Vec3> profile;
  for (int i = 0; i < columns; ++i) {
    const Eigen::Vector2d p =
        circle_point(i, columns) * tooth_radius(i % (4 * s), s, root, v["outer"]);
    profile.emplace_back(p.x(), p.y(), 0.0);
  }
  const auto at = [](std::vector<Vec3> points, double z) {
    for (Vec3& p : points) p.z() = z;
    return points;
  };
  const double z = 0.5 * v["height"];
  const std::vector<Vec3> bore = circle(columns, v["bore"], 0.0);
  return closed_ring({at(profile, -z), at(profile, z), at(bore, z), at(bore, -z)}, bands);
}

std::vector<Vec3> wire_section(const Vec3& centre, const Vec3& outwards, double wire, int n) {
  std::vector<Vec3> points;
  for (int i = 0; i < n; ++i) {
    const Eigen::Vector2d p = circle_point(-i, n) * wire;
    points.push_back(centre + outwards * p.x() + Vec3(0, 0, p.y()));
  }
  return points;
}

// The centre line is a stadium in the xy plane: half circles at x = +-straight, lines between.
struct LinkGrid {
  int around = 3;      // points on a section of the wire
  int arc_steps = 3;   // on each half circle
  int line_steps = 0;  // on each straight side
};

LinkGrid link_grid(double radius, double straight, double wire, double triangles) {
  const double along = 2.0 * std::numbers::pi * radius + 4.0 * straight;
  const double side = std::sqrt(4.0 * std::numbers::pi * wire * along / triangles);
  LinkGrid grid;
  grid.around = std::max(3, static_cast<int>(std::lround(2.0 * std::numbers::pi * wire / side)));
  const double half_rows = triangles / (4.0 * grid.around);
  const double arc_share = 2.0 * std::numbers::pi * radius / along;
  grid.arc_steps = std::max(3, static_cast<int>(std::lround(half_rows * arc_share)));
  if (straight == 0.0) return grid;
  grid.line_steps = std::max(1, static_cast<int>(std::lround(half_rows)) - grid.arc_steps);
  return grid;
}

TriangleMesh make_chain_link(const Values& v) {
  const double wire = v["wire"], radius = 0.5 * v["width"] - wire;
  const double straight = 0.5 * (v["length"] - v["width"]);
  v.require(radius > wire, "wire", "less than width / 4");
  v.require(straight >= 0.0, "length", "at least width");
  const LinkGrid grid = link_grid(radius, straight, wire, v["triangles"]);
  std::vector<std::vector<Vec3>> sections;
  for (const double sign : {1.0, -1.0}) {
    // Without straight sides the end of one half circle is the start of the other.
    const int last = grid.line_steps == 0 ? grid.arc_steps - 1 : grid.arc_steps;
    for (int k = 0; k <= last; ++k) {
      const Eigen::Vector2d d = sign * circle_point(2 * k - grid.arc_steps, 4 * grid.arc_steps);
      const Vec3 outwards(d.x(), d.y(), 0.0);
      const Vec3 centre = Vec3(sign * straight, 0, 0) + radius * outwards;
      sections.push_back(wire_section(centre, outwards, wire, grid.around));
    }
    for (int k = 1; k < grid.line_steps; ++k) {
      const double x = sign * straight * (1.0 - 2.0 * (double(k) / grid.line_steps));
      sections.push_back(wire_section({x, sign * radius, 0}, {0, sign, 0}, wire, grid.around));
    }
  }
  return closed_ring(sections);
}
}  // namespace

std::vector<ShapeEntry> machine_shapes() {
  return {
      {{"gear",
        "a spur gear about the z axis with trapezoidal teeth and a bore; 32 teeth k m "
        "triangles, within 25 % of the wish",
        {count("teeth", 12, 3, 1000, "number of teeth"), length("outer", 0.5, "outer radius"),
         length("tooth", 0.1, "height of a tooth"),
         length("bore", 0.15, "radius of the bore; less than outer - tooth"),
         length("height", 0.2, "along z"), wanted_triangles(1536, 96)}},
       make_gear},
      {{"chain_link",
        "a link of round wire in the xy plane, long along x, centred",
        {length("length", 1, "outer length; at least width"), length("width", 0.6, "outer width"),
         length("wire", 0.08, "radius of the wire; less than width / 4"), wanted_triangles(1000)}},
       make_chain_link},
  };
}

}  // namespace graze::shapes
