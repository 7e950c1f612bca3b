// SPDX-License-Identifier: MIT
// Question   Which mesh contains a cylinder and hardly more?                                   [G3]
// Source     The regular polygon around a circle: its corners are at radius / cos(pi / n).
// Guarantee  Every point of the cylinder is inside; no point of the prism is farther from it than
//            outward_error.
// Changed    Corners are moved out by 2^-48 of the radius, far more than their rounding.
#include "scene/prism.h"

#include <cmath>
#include <numbers>

#include "graze/math/sin_cos.h"

namespace graze {
namespace {
constexpr std::uint32_t kSides = 96;

void add_sides(std::vector<Triangle>& triangles) {
  for (std::uint32_t i = 0; i < kSides; ++i) {
    const std::uint32_t next = (i + 1) % kSides;
    triangles.push_back({i, next, kSides + next});
    triangles.push_back({i, kSides + next, kSides + i});
  }
}

/// Bottom and top as fans from their first corner.
void add_ends(std::vector<Triangle>& triangles) {
  for (std::uint32_t i = 1; i + 1 < kSides; ++i) {
    triangles.push_back({0, i + 1, i});
    triangles.push_back({kSides, kSides + i, kSides + i + 1});
  }
}
}  // namespace

Prism prism_around(double radius, double length) {
  const double half_angle = std::numbers::pi / kSides;
  const double corner = radius / sin_cos(half_angle).cos * (1.0 + 0x1p-48);
  std::vector<Vec3> vertices;
  for (const double z : {-0.5 * length, 0.5 * length}) {
    for (std::uint32_t i = 0; i < kSides; ++i) {
      const SinCos at = sin_cos(2.0 * half_angle * i);
      vertices.emplace_back(corner * at.cos, corner * at.sin, z);
    }
  }
  std::vector<Triangle> triangles;
  add_sides(triangles);
  add_ends(triangles);
  return {TriangleMesh(std::move(vertices), std::move(triangles)),
          (corner - radius) * (1.0 + 0x1p-20)};
}

}  // namespace graze
