// SPDX-License-Identifier: MIT
#include "octree/fleet.h"

#include <cmath>
#include <random>

#include "graze/geometry/closed_polyhedron.h"
#include "graze/geometry/shapes.h"
#include "graze/math/rotation.h"

namespace graze::bench {
namespace {
struct Kind {
  Shape shape;
  double volume;
};

std::vector<Kind> kinds() {
  std::vector<Kind> kinds;
  for (const TriangleMesh& mesh :
       {make_shape("icosphere", {{"triangles", 500}}), make_shape("blob", {{"triangles", 500}}),
        make_shape("torus", {{"triangles", 500}}), make_shape("shuttle")}) {
    kinds.push_back({Shape::from_mesh(mesh), ClosedPolyhedron(mesh).volume()});
  }
  return kinds;
}

Vec3 uniform(std::mt19937_64& random, double size) {
  std::uniform_real_distribution<double> number(-size, size);
  const double x = number(random), y = number(random), z = number(random);
  return {x, y, z};
}
}  // namespace

Fleet::Fleet(std::size_t bodies, double fill) {
  const std::vector<Kind> shapes = kinds();
  double volume = 0.0;
  for (std::size_t i = 0; i < bodies; ++i) volume += shapes[i % shapes.size()].volume;
  side_ = std::cbrt(volume / fill);
  const auto along = static_cast<std::size_t>(std::ceil(std::cbrt(double(bodies))));
  const double cell = side_ / double(along);
  std::mt19937_64 random(1);
  for (std::size_t i = 0; i < bodies; ++i) {
    Body body;
    body.name = std::to_string(i);
    body.shape = shapes[i % shapes.size()].shape;
    scene_.bodies.push_back(std::move(body));
    const Vec3 place(double(i % along), double(i / along % along), double(i / along / along));
    poses_.push_back({rotation_from_vector(uniform(random, 2.0)),
                      cell * (place + Vec3::Constant(0.5)) + uniform(random, 0.15 * cell)});
    twists_.push_back({uniform(random, 1.0), uniform(random, 1.0)});
  }
}

void Fleet::step(double seconds) {
  for (std::size_t i = 0; i < poses_.size(); ++i) {
    Pose& pose = poses_[i];
    Twist& twist = twists_[i];
    pose.rotation = times(rotation_from_vector(seconds * twist.angular), pose.rotation);
    pose.translation += seconds * twist.linear;
    for (int k = 0; k < 3; ++k) {
      if (pose.translation[k] < 0.5) twist.linear[k] = std::fabs(twist.linear[k]);
      if (pose.translation[k] > side_ - 0.5) twist.linear[k] = -std::fabs(twist.linear[k]);
    }
  }
}

void Fleet::bounce(const MonitorEvent& event) {
  const std::size_t a = event.a.index(), b = event.b.index();
  const Vec3 apart = poses_[b].translation - poses_[a].translation;
  if (apart.dot(twists_[b].linear - twists_[a].linear) >= 0.0) return;
  std::swap(twists_[a].linear, twists_[b].linear);
}

}  // namespace graze::bench
