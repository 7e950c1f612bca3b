// SPDX-License-Identifier: MIT
#include "soft/paper_bodies.h"

#include <cmath>
#include <numbers>

#include "graze/geometry/shapes.h"

namespace graze::bench {
namespace {
constexpr double kPi = std::numbers::pi;

/// Where the octopus' surface is in a direction.
double octopus_radius(const Vec3& direction) {
  double longest = 0.0;
  for (int arm = 0; arm < 8; ++arm) {
    const double azimuth = 0.25 * kPi * arm;
    const Vec3 along = Vec3(std::cos(azimuth), std::sin(azimuth), -0.35).normalized();
    const double angle = std::acos(std::clamp(along.dot(direction), -1.0, 1.0));
    longest = std::max(longest, std::exp(-(angle / 0.2) * (angle / 0.2)));
  }
  return 0.05 + 0.1 * longest;
}

/// A profile (distance from the axis, height), counterclockwise, turned about z; its ends are on
/// the axis.
TriangleMesh turned_about_z(const std::vector<Eigen::Vector2d>& profile, std::uint32_t around) {
  std::vector<Vec3> vertices{{0, 0, profile.front().y()}, {0, 0, profile.back().y()}};
  const auto rings = static_cast<std::uint32_t>(profile.size() - 2);
  for (std::uint32_t r = 1; r <= rings; ++r) {
    for (std::uint32_t k = 0; k < around; ++k) {
      const double angle = 2.0 * kPi * k / around;
      vertices.emplace_back(profile[r].x() * std::cos(angle), profile[r].x() * std::sin(angle),
                            profile[r].y());
    }
  }
  const auto at = [&](std::uint32_t ring, std::uint32_t k) {
    return 2 + ring * around + k % around;
  };
  std::vector<Triangle> triangles;
  for (std::uint32_t k = 0; k < around; ++k) {
    triangles.push_back({0, at(0, k + 1), at(0, k)});
    for (std::uint32_t r = 0; r + 1 < rings; ++r) {
      triangles.push_back({at(r, k), at(r, k + 1), at(r + 1, k + 1)});
      triangles.push_back({at(r, k), at(r + 1, k + 1), at(r + 1, k)});
    }
    triangles.push_back({1, at(rings - 1, k), at(rings - 1, k + 1)});
  }
  return {std::move(vertices), std::move(triangles)};
}
}  // namespace

TriangleMesh octopus_mesh() {
  const TriangleMesh ball = make_shape("icosphere", {{"triangles", 20480}, {"radius", 1.0}});
  std::vector<Vec3> vertices(ball.vertices().begin(), ball.vertices().end());
  for (Vec3& v : vertices) v = octopus_radius(v.normalized()) * v.normalized();
  return {std::move(vertices), {ball.triangles().begin(), ball.triangles().end()}};
}

TriangleMesh bowl_mesh() {
  constexpr int kRings = 24;
  std::vector<Eigen::Vector2d> profile;
  for (int k = 0; k <= kRings; ++k) {  // outside, from below to the rim
    const double angle = 0.5 * kPi * k / kRings;
    profile.emplace_back(0.22 * std::sin(angle), -0.22 * std::cos(angle));
  }
  for (int k = kRings; k >= 0; --k) {
    const double angle = 0.5 * kPi * k / kRings;
    profile.emplace_back(0.2 * std::sin(angle), -0.2 * std::cos(angle));
  }
  return turned_about_z(profile, 96);
}

WorldBody soft_lattice(const std::string& name, const TriangleMesh& mesh,
                       const ElasticMaterial& material, int cells_across, const Vec3& at) {
  WorldBody body;
  body.elastic = std::make_shared<const ElasticModel>(
      make_lattice(mesh, material, {.cells_across = cells_across}));
  body.body.name = name;
  body.body.shape = Shape::from_mesh(body.elastic->surface);
  body.body.motion = Motion::still({Mat3::Identity(), at});
  return body;
}

WorldBody standing(const std::string& name, Shape shape, const Vec3& at) {
  WorldBody body;
  body.body.name = name;
  body.body.shape = std::move(shape);
  body.body.motion = Motion::still({Mat3::Identity(), at});
  body.role = Role::kStatic;
  return body;
}

void add_open_box(World& world, double side) {
  const double half = 0.5 * side, wall = 0.05;
  world.add(
      standing("floor", Shape::from_box({half + 2 * wall, half + 2 * wall, wall}), {0, 0, -wall}));
  for (const double s : {-1.0, 1.0}) {
    const std::string which = s < 0.0 ? "-" : "+";
    world.add(standing("wall " + which + "x", Shape::from_box({wall, half, 0.5}),
                       {s * (half + wall), 0, 0.5}));
    world.add(standing("wall " + which + "y", Shape::from_box({half + 2 * wall, wall, 0.5}),
                       {0, s * (half + wall), 0.5}));
  }
}

World octopus_in_bowl(const WorldOptions& options) {
  World world(options);
  world.add(standing("bowl", Shape::from_mesh(bowl_mesh())));
  world.add(soft_lattice("octopus", octopus_mesh(), {1000.0, 2e4, 0.3, 0.01, 0.5}, 4,
                         {0.005, 0.003, -0.02}));
  return world;
}

World heap_of_balls(const WorldOptions& options, int balls) {
  World world(options);
  add_open_box(world, 0.3);
  const TriangleMesh ball = make_shape("icosphere", {{"triangles", 320}, {"radius", 0.08}});
  for (int k = 0; k < balls; ++k) {
    world.add(soft_lattice("ball " + std::to_string(k), ball, {1000.0, 2e4, 0.3, 0.01, 0.5}, 2,
                           {0.03 * std::cos(2.4 * k), 0.03 * std::sin(2.4 * k), 0.1 + 0.17 * k}));
  }
  return world;
}

}  // namespace graze::bench
