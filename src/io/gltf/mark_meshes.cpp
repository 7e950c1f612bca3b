// SPDX-License-Identifier: MIT
#include "io/gltf/mark_meshes.h"

#include <cmath>
#include <numbers>
#include <vector>

namespace graze::io {
namespace {
constexpr std::uint32_t kSides = 16;

struct ProfilePoint {
  double radius;
  double height;
};

/// The surface that a profile sweeps around the z axis, from bottom to top.
TriangleMesh turned(const std::vector<ProfilePoint>& profile) {
  std::vector<Vec3> vertices;
  std::vector<Triangle> triangles;
  for (std::uint32_t row = 0; row < profile.size(); ++row) {
    for (std::uint32_t side = 0; side < kSides; ++side) {
      const double angle = 2.0 * std::numbers::pi * side / kSides;
      const double r = profile[row].radius;
      vertices.emplace_back(r * std::cos(angle), r * std::sin(angle), profile[row].height);
      if (row == 0) continue;
      const std::uint32_t next = (side + 1) % kSides;
      const std::uint32_t below = (row - 1) * kSides;
      triangles.push_back({below + side, below + next, below + kSides + next});
      triangles.push_back({below + side, below + kSides + next, below + kSides + side});
    }
  }
  return TriangleMesh(std::move(vertices), std::move(triangles));
}
}  // namespace

TriangleMesh ball_mesh() {
  std::vector<ProfilePoint> profile;
  constexpr int kRows = 8;
  for (int i = 0; i <= kRows; ++i) {
    const double angle = std::numbers::pi * i / kRows;
    profile.push_back({std::sin(angle), -std::cos(angle)});
  }
  return turned(profile);
}

TriangleMesh arrow_mesh() {
  return turned({{0.0, 0.0}, {0.03, 0.0}, {0.03, 0.7}, {0.1, 0.7}, {0.0, 1.0}});
}

TriangleMesh lifted_triangle(const TriangleMesh& mesh, std::size_t triangle, double lift) {
  const auto [a, b, c] = mesh.corners(triangle);
  const Vec3 normal = (b - a).cross(c - a).stableNormalized();
  const Vec3 up = lift * normal;
  return TriangleMesh({a + up, b + up, c + up, a - up, b - up, c - up}, {{0, 1, 2}, {3, 4, 5}});
}

}  // namespace graze::io
