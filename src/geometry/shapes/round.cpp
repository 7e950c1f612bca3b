// SPDX-License-Identifier: MIT
// Spheres, and the surfaces of revolution that parts are made of.
#include <cmath>

#include "geometry/shapes/mesh_builder.h"
#include "geometry/shapes/revolve.h"
#include "geometry/shapes/shape_entry.h"
#include "geometry/shapes/unit_icosphere.h"

namespace graze::shapes {
namespace {
TriangleMesh make_icosphere(const Values& v) {
  const TriangleMesh unit = unit_icosphere(v["triangles"]);
  std::vector<Vec3> vertices;
  for (const Vec3& p : unit.vertices()) vertices.push_back(p * v["radius"]);
  return TriangleMesh(vertices, {unit.triangles().begin(), unit.triangles().end()});
}

TriangleMesh make_uv_sphere(const Values& v) {
  return revolved({arc({0, 0}, v["radius"], 3, 2)}, v["triangles"]);
}

TriangleMesh make_torus(const Values& v) {
  v.require(v["tube"] < v["radius"], "tube", "less than radius");
  return revolved({arc({v["radius"], 0}, v["tube"], 0, 4)}, v["triangles"]);
}

std::vector<OutlinePiece> cylinder_outline(double radius, double height) {
  const double z = 0.5 * height;
  return {line({0, -z}, {radius, -z}), line({radius, -z}, {radius, z}), line({radius, z}, {0, z})};
}

TriangleMesh make_cylinder(const Values& v) {
  return revolved(cylinder_outline(v["radius"], v["height"]), v["triangles"]);
}

TriangleMesh make_capsule(const Values& v) {
  const double r = v["radius"], z = 0.5 * v["height"];
  return revolved({arc({0, -z}, r, 3, 1), line({r, -z}, {r, z}), arc({0, z}, r, 0, 1)},
                  v["triangles"]);
}

TriangleMesh make_cone(const Values& v) {
  const double r = v["radius"], z = 0.5 * v["height"];
  return revolved({line({0, -z}, {r, -z}), line({r, -z}, {0, z})}, v["triangles"]);
}

std::vector<OutlinePiece> ring_outline(double inner, double outer, double height) {
  const double z = 0.5 * height;
  return {line({outer, -z}, {outer, z}), line({outer, z}, {inner, z}),
          line({inner, z}, {inner, -z}), line({inner, -z}, {outer, -z})};
}

TriangleMesh make_ring(const Values& v) {
  v.require(v["inner"] < v["outer"], "inner", "less than outer");
  return revolved(ring_outline(v["inner"], v["outer"], v["height"]), v["triangles"]);
}

// The bore's flat facets touch the cylinder of radius `radius + clearance` from outside, so that a
// shaft of radius `radius` keeps the clearance at every angle.
TriangleMesh make_hole(const Values& v) {
  const double bore = v["radius"] + v["clearance"];
  v.require(1.1 * bore <= v["outer"], "outer", "at least 1.1 (radius + clearance)");
  RevolvedGrid grid = grid_for(ring_outline(bore, v["outer"], v["height"]), v["triangles"]);
  grid.columns =
      std::max(grid.columns, 12);  // the circumscribed bore stays below 1.04 of its radius
  const double corner = bore / circle_point(1, 2 * std::int64_t{grid.columns}).x();
  // The rounding of the division must not reduce the clearance.
  return revolved(ring_outline(corner * (1.0 + 1e-15), v["outer"], v["height"]), grid);
}
}  // namespace

std::vector<ShapeEntry> round_shapes() {
  const ShapeParameter triangles = wanted_triangles(1000);
  const ShapeParameter radius = length("radius", 0.5, "to the vertices");
  return {
      {{"icosphere",
        "a geodesic sphere about the origin; 20 k^2 triangles",
        {radius, wanted_triangles(1280, 20)}},
       make_icosphere},
      {{"uv_sphere",
        "a sphere of meridians and parallels about the origin",
        {radius, wanted_triangles(1000, 12)}},
       make_uv_sphere},
      {{"torus",
        "a torus about the z axis",
        {length("radius", 0.4, "of the tube's centre line"),
         length("tube", 0.1, "radius of the tube; less than radius"), triangles}},
       make_torus},
      {{"cylinder",
        "a cylinder about the z axis, centred",
        {radius, length("height", 1, "along z"), triangles}},
       make_cylinder},
      {{"capsule",
        "a cylinder about the z axis with half spheres at its ends, centred",
        {length("radius", 0.25, "of the cylinder"), length("height", 0.5, "of the cylinder alone"),
         triangles}},
       make_capsule},
      {{"cone",
        "a cone about the z axis, its tip up, centred at half its height",
        {radius, length("height", 1, "along z"), triangles}},
       make_cone},
      {{"ring",
        "a flat ring (washer) about the z axis, centred",
        {length("inner", 0.3, "radius of the hole; less than outer"),
         length("outer", 0.5, "outer radius"), length("height", 0.1, "along z"), triangles}},
       make_ring},
      {{"shaft",
        "a round bar about the z axis that fits the shape hole",
        {length("radius", 0.25, "to the vertices"), length("height", 2, "along z"),
         wanted_triangles(2000)}},
       make_cylinder},
      {{"hole",
        "a bush about the z axis whose bore clears a shaft of the same radius at every angle",
        {length("radius", 0.25, "of the shaft"),
         {"clearance", 0.0025, 0, 1e6, false, "gap between shaft and facets of the bore"},
         length("outer", 0.5, "outer radius; at least 1.1 (radius + clearance)"),
         length("height", 0.5, "along z"),
         wanted_triangles(2000)}},
       make_hole},
  };
}

}  // namespace graze::shapes
