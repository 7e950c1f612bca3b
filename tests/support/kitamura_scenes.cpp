// SPDX-License-Identifier: MIT
#include "support/kitamura_scenes.h"

#include <cmath>
#include <numbers>

#include "graze/geometry/shapes.h"
#include "graze/math/rotation.h"

namespace graze::test {
namespace {
constexpr double kCycles = 200.0;

struct Flight {
  Vec3 position;                   // voxels
  Vec3 way;                        // voxels / cycle
  Vec3 turn;                       // degrees / cycle
  Vec3 start_turn = Vec3::Zero();  // degrees
};

const Flight kTable1[] = {
    {{2.5, 2.5, 2.5}, {0.015, 0.0075, 0.01}, {0.0, 0.25, 0.0}},
    {{8.5, 6.5, 6.5}, {-0.015, -0.0075, -0.01}, {0.0, 0.25, 0.0}},
    {{13.5, 13.5, 6.0}, {-0.0005, -0.0005, -0.0005}, {0.05, 0.1, 0.15}},
    {{6.0, 2.5, 13.5}, {-0.0005, -0.0005, -0.0005}, {0.1, 0.15, 0.05}},
    {{2.5, 13.5, 2.5}, {0.0005, -0.0005, -0.0005}, {0.15, 0.05, 0.1}},
    {{13.5, 8.0, 13.5}, {0.0005, -0.0005, -0.0005}, {-0.05, -0.1, -0.15}},
    {{13.5, 2.5, 2.5}, {0.0005, -0.0005, -0.0005}, {-0.1, -0.15, -0.05}},
    {{6.0, 13.5, 13.5}, {0.0005, -0.0005, -0.0005}, {-0.15, -0.05, -0.1}},
};

const Flight kShuttles[] = {
    {{4.3, 8.2, 8.2}, {0.0163, 0.0, 0.0}, {0.3, 0.0, 0.0}},
    {{12.3, 8.2, 8.2}, {-0.0163, 0.0, 0.0}, {-0.2, 0.0, 0.0}, {0.0, 0.0, 180.0}},
    {{3.0, 3.0, 3.0}, {0.002, 0.001, 0.0}, {0.0, 0.1, 0.2}},
    {{12.5, 3.0, 12.5}, {-0.002, 0.001, 0.0}, {0.1, 0.2, 0.0}},
    {{3.5, 12.5, 12.5}, {0.001, -0.002, 0.0}, {0.2, 0.0, 0.1}},
};

Motion motion_of(const Flight& flight) {
  const double degree = std::numbers::pi / 180.0;
  // The turn starts from the initial orientation, about a fixed axis.
  const Motion turning = Motion::six_parameters(
      {flight.position, Vec3::Zero()},
      {flight.position + kCycles * flight.way, kCycles * degree * flight.turn}, {0.0, kCycles});
  return Motion::placed({}, turning,
                        {rotation_from_vector(degree * flight.start_turn), Vec3::Zero()});
}

Scene scene_of(const Shape& shape, const Flight* flights, int objects) {
  Scene scene;
  scene.span = {0.0, kCycles};
  for (int i = 0; i < objects; ++i) {
    add_body(
        scene,
        {.name = std::string(1, char('A' + i)), .shape = shape, .motion = motion_of(flights[i])});
  }
  return scene;
}

/// r - 1 parallels between the poles, 2 r meridians: 4 r (r - 1) triangles.
TriangleMesh sphere_of(int faces, double radius) {
  const int r = int(std::lround(0.5 + std::sqrt(0.25 + 0.25 * faces)));
  const std::uint32_t around = std::uint32_t(2 * r), rings = std::uint32_t(r - 1);
  std::vector<Vec3> vertices{Vec3(0, 0, -radius), Vec3(0, 0, radius)};
  for (std::uint32_t i = 0; i < rings; ++i) {
    const double polar = std::numbers::pi * double(i + 1) / r;  // from the lower pole
    for (std::uint32_t k = 0; k < around; ++k) {
      const double turn = std::numbers::pi * double(k) / r;
      vertices.push_back(radius * Vec3(std::sin(polar) * std::cos(turn),
                                       std::sin(polar) * std::sin(turn), -std::cos(polar)));
    }
  }
  std::vector<Triangle> triangles;
  const auto at = [&](std::uint32_t i, std::uint32_t k) { return 2 + i * around + k % around; };
  for (std::uint32_t k = 0; k < around; ++k) {
    triangles.push_back({0, at(0, k + 1), at(0, k)});
    triangles.push_back({1, at(rings - 1, k), at(rings - 1, k + 1)});
    for (std::uint32_t i = 0; i + 1 < rings; ++i) {
      triangles.push_back({at(i, k), at(i, k + 1), at(i + 1, k + 1)});
      triangles.push_back({at(i, k), at(i + 1, k + 1), at(i + 1, k)});
    }
  }
  return {std::move(vertices), std::move(triangles)};
}
}  // namespace

Scene kitamura_spheres(int objects, int faces) {
  return scene_of(Shape::from_mesh(sphere_of(faces, 1.9), "sphere"), kTable1, objects);
}

Scene kitamura_shuttles(int objects) {
  const TriangleMesh mesh = make_shape("shuttle", {{"length", 4.0}});
  return scene_of(Shape::from_mesh(mesh, "shuttle"), kShuttles, objects);
}

Workspace kitamura_workspace(int levels) { return {{Vec3::Zero(), 16.0}, levels}; }

std::vector<Octree> voxel_octrees(const Scene& scene, const Workspace& workspace) {
  const double voxel = workspace.cube.side / double(1u << workspace.depth);
  std::vector<Octree> octrees;
  for (const Body& body : scene.bodies) {
    const Aabb& box = body.shape.mesh().bounds();
    const double reach = box.lo.cwiseAbs().cwiseMax(box.hi.cwiseAbs()).maxCoeff();
    const int depth = std::max(1, int(std::ceil(std::log2(2.0 * reach / voxel))));
    const double side = voxel * double(1u << depth);
    const OctreeCube cube{Vec3::Constant(-0.5 * side), side};
    octrees.push_back(octrees.empty() || box.lo != octrees[0].mesh().bounds().lo
                          ? build_octree(body.shape.mesh(), {.depth = depth, .cube = cube})
                          : octrees[0]);
  }
  return octrees;
}

std::vector<SweptBody> swept_bodies(const Scene& scene, const std::vector<Octree>& octrees,
                                    const Interval& span) {
  std::vector<SweptBody> bodies;
  for (std::size_t i = 0; i < scene.bodies.size(); ++i) {
    bodies.push_back({octrees[i], sweep_of(scene.bodies[i].motion, span), {}, 0.0});
  }
  return bodies;
}

}  // namespace graze::test
