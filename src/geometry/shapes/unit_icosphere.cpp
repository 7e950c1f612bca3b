// SPDX-License-Identifier: MIT
#include "geometry/shapes/unit_icosphere.h"

#include <cmath>

#include "geometry/shapes/mesh_builder.h"

namespace graze::shapes {
namespace {
TriangleMesh icosahedron() {
  const double g = 0.5 * (1.0 + std::sqrt(5.0));
  return TriangleMesh(
      {{-1, g, 0},
       {1, g, 0},
       {-1, -g, 0},
       {1, -g, 0},
       {0, -1, g},
       {0, 1, g},
       {0, -1, -g},
       {0, 1, -g},
       {g, 0, -1},
       {g, 0, 1},
       {-g, 0, -1},
       {-g, 0, 1}},
      {{0, 11, 5},  {0, 5, 1},  {0, 1, 7},  {0, 7, 10}, {0, 10, 11}, {1, 5, 9}, {5, 11, 4},
       {11, 10, 2}, {10, 7, 6}, {7, 1, 8},  {3, 9, 4},  {3, 4, 2},   {3, 2, 6}, {3, 6, 8},
       {3, 8, 9},   {4, 9, 5},  {2, 4, 11}, {6, 2, 10}, {8, 6, 7},   {9, 8, 1}});
}
}  // namespace

TriangleMesh unit_icosphere(double triangles) {
  const TriangleMesh flat = refined(icosahedron(), parts_for(triangles, 20));
  std::vector<Vec3> vertices;
  for (const Vec3& p : flat.vertices()) {
    vertices.push_back(p / std::sqrt(p.x() * p.x() + p.y() * p.y() + p.z() * p.z()));
  }
  return TriangleMesh(std::move(vertices), {flat.triangles().begin(), flat.triangles().end()});
}

}  // namespace graze::shapes
