// SPDX-License-Identifier: MIT
#include "support/soups.h"

#include <cmath>
#include <numbers>

#include "support/random_doubles.h"

namespace graze::test {
namespace {
double bumpy_radius(double polar, double azimuth) {
  return 1.0 + 0.1 * std::sin(7.0 * polar) * std::cos(9.0 * azimuth) +
         0.02 * std::sin(40.0 * polar + 31.0 * azimuth);
}

/// Makes a triangle odd: no area, nearly none, a single point, or flat in an axis plane.
void make_odd(std::mt19937_64& random, std::array<Vec3, 3>& corners) {
  switch (std::uniform_int_distribution<int>(0, 4)(random)) {
    case 0:
      corners[2] = corners[1];
      break;
    case 1:
      corners[1] = corners[2] = corners[0];
      break;
    case 2:
      corners[2] = corners[0] + uniform(random, 0.0, 1.0) * (corners[1] - corners[0]);
      break;
    case 3:
      corners[2] = corners[1] + 1e-9 * (corners[2] - corners[1]);
      break;
    default:
      corners[1].z() = corners[2].z() = corners[0].z();
  }
}
}  // namespace

TriangleMesh bumpy_sphere(std::uint32_t rings, std::uint32_t segments) {
  std::vector<Vec3> vertices;
  std::vector<Triangle> triangles;
  for (std::uint32_t i = 0; i <= rings; ++i) {
    for (std::uint32_t j = 0; j < segments; ++j) {
      const double polar = std::numbers::pi * i / rings;
      const double azimuth = 2.0 * std::numbers::pi * j / segments;
      const double r = bumpy_radius(polar, azimuth);
      vertices.emplace_back(r * std::sin(polar) * std::cos(azimuth),
                            r * std::sin(polar) * std::sin(azimuth), r * std::cos(polar));
    }
  }
  for (std::uint32_t i = 0; i < rings; ++i) {
    for (std::uint32_t j = 0; j < segments; ++j) {
      const std::uint32_t p = i * segments + j;
      const std::uint32_t q = i * segments + (j + 1) % segments;
      triangles.push_back({p, p + segments, q});
      triangles.push_back({q, p + segments, q + segments});
    }
  }
  return {std::move(vertices), std::move(triangles)};
}

Vec3 random_vector(std::mt19937_64& random, double size) {
  const double x = uniform(random, -size, size);
  const double y = uniform(random, -size, size);
  return {x, y, uniform(random, -size, size)};
}

Mat3 random_rotation(std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  const double w = normal(random), x = normal(random), y = normal(random);
  return Quat(w, x, y, normal(random)).normalized().toRotationMatrix();
}

Pose random_pose(std::mt19937_64& random, double room) {
  return {random_rotation(random), random_vector(random, room)};
}

TriangleMesh random_soup(std::mt19937_64& random, const SoupOptions& options) {
  std::vector<Vec3> vertices;
  std::vector<Triangle> triangles;
  for (std::size_t i = 0; i < options.triangles; ++i) {
    const Vec3 place = random_vector(random);
    std::array<Vec3, 3> corners;
    for (Vec3& corner : corners) corner = place + random_vector(random, options.triangle_size);
    if (uniform(random, 0.0, 1.0) < options.odd_share) make_odd(random, corners);
    const auto first = static_cast<std::uint32_t>(vertices.size());
    for (const Vec3& corner : corners) vertices.push_back(options.offset + options.scale * corner);
    triangles.push_back({first, first + 1, first + 2});
    if (uniform(random, 0.0, 1.0) < 0.1 * options.odd_share) triangles.push_back(triangles.back());
  }
  return {std::move(vertices), std::move(triangles)};
}

}  // namespace graze::test
