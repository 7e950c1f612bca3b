// SPDX-License-Identifier: MIT
#include <graze/graze.h>

#include <cstdio>

#include "guide.h"

using namespace graze;

void guide::shape() {
  const Shape brick = Shape::from_box({0.2, 0.1, 0.05});  // half sizes, about the origin
  const Shape ball = Shape::from_sphere({0.0, 0.0, 0.0}, 0.1);
  const Shape rod = Shape::from_capsule({0.0, 0.0, 0.0}, {0.0, 0.0, 1.0}, 0.02);
  const Shape floor = Shape::from_half_space({0.0, 0.0, 1.0}, 0.0);  // all below z = 0

  const std::vector<Vec3> corners{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}};
  const std::vector<Triangle> sides{{0, 2, 1}, {0, 1, 3}, {0, 3, 2}, {1, 2, 3}};
  const Shape tetrahedron = Shape::from_mesh(TriangleMesh(corners, sides));
  const Shape gear = Shape::from_mesh(make_shape("gear", {{"teeth", 20}}));

  const Shape same_gear = gear;  // costs a pointer: mesh and trees are shared
  std::printf("the gear has %zu triangles\n", same_gear.mesh().triangles().size());

  const Shape pin = Shape::from_cylinder(0.1, 0.5);  // radius, length along z
  std::printf("the pin is at most %.1e m larger than the true one\n", pin.outward_error());

  Scene all;
  for (const Shape& one : {brick, ball, rod, floor, tetrahedron}) {
    add_body(all, {.name = std::to_string(all.bodies.size()), .shape = one});
  }
}
