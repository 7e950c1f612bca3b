// SPDX-License-Identifier: MIT
// Shapes with few flat sides. Each may be cut finer; its sides stay flat to the last bit.
#include <algorithm>

#include "geometry/box_sides.h"
#include "geometry/shapes/mesh_builder.h"
#include "geometry/shapes/shape_entry.h"

namespace graze::shapes {
namespace {
TriangleMesh make_box(const Values& v) {
  std::vector<Vec3> corners;
  for (int i = 0; i < 8; ++i) {
    corners.emplace_back((i & 1 ? 0.5 : -0.5) * v["x"], (i & 2 ? 0.5 : -0.5) * v["y"],
                         (i & 4 ? 0.5 : -0.5) * v["z"]);
  }
  return refined(TriangleMesh(corners, box_sides()), parts_for(v["triangles"], 12));
}

// Closes a polygon in the xz plane, moved by -+ half the width along y. `sides` triangulates it,
// counter-clockwise seen from -y.
TriangleMesh extruded(const std::vector<Eigen::Vector2d>& outline,
                      const std::vector<Triangle>& sides, double width) {
  std::vector<Vec3> vertices;
  for (const double y : {-0.5 * width, 0.5 * width}) {
    for (const Eigen::Vector2d& p : outline) vertices.emplace_back(p.x(), y, p.y());
  }
  const auto n = static_cast<std::uint32_t>(outline.size());
  std::vector<Triangle> triangles = sides;
  for (const Triangle& t : sides) triangles.push_back({t[0] + n, t[2] + n, t[1] + n});
  for (std::uint32_t i = 0; i < n; ++i) {
    const std::uint32_t next = (i + 1) % n;
    triangles.push_back({next, i, i + n});
    triangles.push_back({next, i + n, next + n});
  }
  return TriangleMesh(std::move(vertices), std::move(triangles));
}

TriangleMesh make_l_bracket(const Values& v) {
  const double t = v["thickness"], a = v["length"], b = v["height"];
  v.require(t < std::min(a, b), "thickness", "less than length and height");
  const std::vector<Eigen::Vector2d> outline{{0, 0}, {a, 0}, {a, t}, {t, t}, {t, b}, {0, b}};
  // A fan from the inner corner 3, which sees all others.
  const std::vector<Triangle> side{{3, 4, 5}, {3, 5, 0}, {3, 0, 1}, {3, 1, 2}};
  return refined(extruded(outline, side, v["width"]), parts_for(v["triangles"], 20));
}

// Outline: the floor from left to right, then the steps from the top one down. Step k (from 0) is
// the column between floor points k and k + 1; its left wall has the lower step's corner on it.
TriangleMesh make_stairs(const Values& v) {
  const auto steps = static_cast<std::uint32_t>(v.whole("steps"));
  std::vector<Eigen::Vector2d> outline;
  for (std::uint32_t k = 0; k <= steps; ++k) outline.emplace_back(k * v["run"], 0.0);
  for (std::uint32_t k = steps; k >= 1; --k) {
    outline.emplace_back(k * v["run"], k * v["rise"]);
    outline.emplace_back((k - 1) * v["run"], k * v["rise"]);
  }
  std::vector<Triangle> side;
  for (std::uint32_t k = 0; k < steps; ++k) {
    const std::uint32_t right = k + 1, top_right = steps + 1 + 2 * (steps - 1 - k);
    side.push_back({right, top_right, top_right + 1});
    side.push_back({right, top_right + 1, k == 0 ? k : top_right + 2});
    if (k > 0) side.push_back({right, top_right + 2, k});
  }
  const TriangleMesh base = extruded(outline, side, v["width"]);
  return refined(base, parts_for(v["triangles"], static_cast<double>(base.triangles().size())));
}
}  // namespace

std::vector<ShapeEntry> flat_sided_shapes() {
  return {
      {{"box",
        "a box about the origin; 12 k^2 triangles",
        {length("x", 1, "size along x"), length("y", 1, "size along y"),
         length("z", 1, "size along z"), wanted_triangles(12, 12)}},
       make_box},
      {{"l_bracket",
        "an angle in the xz plane, its outer corner at the origin, y from -width/2 to width/2; "
        "20 k^2 triangles",
        {length("length", 1, "leg along x"), length("height", 1, "leg along z"),
         length("thickness", 0.2, "of both legs; less than both"), length("width", 0.5, "along y"),
         wanted_triangles(20, 20)}},
       make_l_bracket},
      {{"stairs",
        "steps that rise along x from the origin, y from -width/2 to width/2; 12 steps k^2 "
        "triangles, within 25 % of a wish of 10 times that",
        {count("steps", 8, 1, 1000, "number of steps"), length("run", 0.25, "depth of a step"),
         length("rise", 0.2, "height of a step"), length("width", 1, "along y"),
         wanted_triangles(96, 12)}},
       make_stairs},
  };
}

}  // namespace graze::shapes
