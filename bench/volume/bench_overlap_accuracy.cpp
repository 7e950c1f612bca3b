// SPDX-License-Identifier: MIT
// Errors of volume, net gradient and the error estimate against exact clipping, from 2 x 2 to
// 512 x 512; and the kinetic energy of linked rings against the resolution.             [V2, V7]
#include <fmt/core.h>

#include <cmath>
#include <cstdlib>
#include <numbers>
#include <random>
#include <string>

#include "graze/dynamics/world.h"
#include "graze/geometry/shapes.h"
#include "graze/math/rotation.h"
#include "graze/methods/volume.h"
#include "volume/convex_volume.h"

namespace graze {
namespace {
struct Pair {
  TriangleMesh a, b;
  Pose pose_a, pose_b;
  double exact = 0.0;
  Vec3 gradient = Vec3::Zero();  // of a shift of b
};

Mat3 any_rotation(std::mt19937_64& random) {
  std::normal_distribution<double> normal;
  const Quat q(normal(random), normal(random), normal(random), normal(random));
  return rotation_from_quaternion(q);
}

void solve(Pair& pair) {
  pair.exact = test::common_volume(pair.a, pair.pose_a, pair.b, pair.pose_b);
  for (int k = 0; k < 3; ++k) {
    const auto shifted = [&](double step) {
      Pose pose = pair.pose_b;
      pose.translation[k] += step;
      return test::common_volume(pair.a, pair.pose_a, pair.b, pose);
    };
    pair.gradient[k] = (shifted(1e-5) - shifted(-1e-5)) / 2e-5;
  }
}

Pair box_pair(std::mt19937_64& random) {
  std::uniform_real_distribution<double> size(0.4, 1.4), place(-0.4, 0.4);
  const auto box = [&] {
    return make_shape("box", {{"x", size(random)}, {"y", size(random)}, {"z", size(random)}});
  };
  const auto pose = [&] {
    return Pose{any_rotation(random), {place(random), place(random), place(random)}};
  };
  return {box(), box(), pose(), pose()};
}

Pair ball_pair(std::mt19937_64& random) {
  std::uniform_real_distribution<double> distance(0.2, 0.8);
  const TriangleMesh ball = make_shape("icosphere", {{"triangles", 1280}, {"radius", 0.5}});
  const Vec3 way = any_rotation(random).col(0);
  return {ball,
          ball,
          {any_rotation(random), Vec3::Zero()},
          {any_rotation(random), distance(random) * way}};
}

template <typename Make>
void errors(const char* name, int count, const Make& make) {
  std::vector<Pair> pairs;
  std::mt19937_64 random(1);
  while (pairs.size() < static_cast<std::size_t>(count)) {
    Pair pair = make(random);
    solve(pair);
    if (pair.exact > 0.02) pairs.push_back(pair);
  }
  fmt::print("\n{}: {} pairs, root mean square of relative errors\n", name, count);
  fmt::print("pixels    volume   one view   estimate   gradient   order\n");
  double last = 0.0;
  for (const int n : {2, 4, 8, 16, 32, 64, 128, 256, 512}) {
    double volume = 0.0, view = 0.0, estimate = 0.0, gradient = 0.0;
    DepthImages images;
    for (const Pair& pair : pairs) {
      const OverlapVolume overlap =
          overlap_by_depth({DepthSurface(pair.a), pair.pose_a}, {DepthSurface(pair.b), pair.pose_b},
                           with_pixels(n), &images);
      volume += std::pow(overlap.volume / pair.exact - 1.0, 2);
      view += std::pow(overlap.volume_by_axis[2] / pair.exact - 1.0, 2);
      estimate += std::pow(overlap.error / pair.exact, 2);
      gradient += (overlap.sides[1].rigid.linear - pair.gradient).squaredNorm() /
                  std::pow(pair.exact, 4.0 / 3.0);
    }
    const auto root = [&](double sum) { return std::sqrt(sum / count); };
    fmt::print("{:4}^2  {:9.2e}  {:9.2e}  {:9.2e}  {:9.2e}  {:6.2f}\n", n, root(volume), root(view),
               root(estimate), root(gradient), last > 0.0 ? std::log2(last / root(volume)) : 0.0);
    last = root(volume);
  }
}

void rings(int pixels) {
  WorldOptions options;
  options.step = 0.01;
  options.contact = ContactMode::kPenalty;
  options.volume.stiffness = 2e6;
  options.volume.damping = 1e4;
  options.volume.viscosity = 1e3;
  options.volume.pixels = pixels;
  World world(options);
  WorldBody ring;
  ring.body.name = "fixed";
  ring.body.shape =
      Shape::from_mesh(make_shape("torus", {{"radius", 0.4}, {"tube", 0.08}, {"triangles", 1000}}));
  const double quarter = 0.5 * std::numbers::pi;
  ring.body.motion = Motion::still({rotation_about(Vec3::UnitX(), quarter), {}});
  ring.role = Role::kStatic;
  world.add(ring);
  ring.body.name = "ring";
  ring.role = Role::kDynamic;
  ring.body.motion = Motion::still({rotation_about(Vec3::UnitY(), quarter), {0.0, 0.25, -0.45}});
  world.add(ring);
  double most = 0.0, late = 0.0;
  for (int step = 0; step < 6000; ++step) {
    world.step();
    most = std::max(most, world.energy().kinetic);
    if (step >= 5000) late += world.energy().kinetic / 1000.0;
  }
  fmt::print("{:4}^2  {:12.4f}  {:26.2e}  {:8.3f}\n", pixels, most, late,
             world.state(BodyId(1)).pose.translation.z());
}
}  // namespace
}  // namespace graze

int main(int argc, char** argv) {
  const int count = argc > 1 ? std::atoi(argv[1]) : 40;
  graze::errors("boxes of random size and orientation", count, graze::box_pair);
  graze::errors("balls of 1280 triangles", count / 4, graze::ball_pair);
  fmt::print(
      "\nlinked rings, 60 s at steps of 0.01 s, 1 kg, stiffness 2e6, damping 1e4, viscosity 1e3\n");
  fmt::print("pixels  most J kinetic  mean J in the last ten s  height\n");
  for (const int pixels : {2, 4, 8, 16, 32}) graze::rings(pixels);
  return 0;
}
