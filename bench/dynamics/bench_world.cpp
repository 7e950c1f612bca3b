// SPDX-License-Identifier: MIT
// What does a step of a rigid world cost, and does anything pass? Beside it Bullet, on the scenes
// that it can represent, with the frames counted in which its bodies interpenetrate.        [C11]
//
//   bench_world [SCENE] [STEPS]      all scenes, 120 steps each
#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include "dynamics/bullet_world.h"
#include "dynamics/frame_check.h"
#include "dynamics/world_scenes.h"
#include "timing/cpu_time.h"

namespace {
using graze::World;

struct BenchScene {
  const char* name;
  std::function<World()> make;
  double must;      // ms a step
  bool is_bullets;  // convex bodies without joints: Bullet can represent it
};

const std::vector<BenchScene>& bench_scenes() {
  using namespace graze::scenes;
  static const std::vector<BenchScene> all{
      {"blobs", [] { return blobs(); }, 1.5, false},
      {"stack of 20", [] { return box_stack(20); }, 2.0, true},
      {"bolt", [] { return bolt_in_nut(0.0); }, 15.0, false},
      {"chain of 10", [] { return chain(10); }, 5.0, false},
      {"car on floor", [] { return car_on_floor(); }, 8.0, false},
      {"arch", [] { return arch(11); }, 8.0, true},
      {"wrecking ball", [] { return wrecking_ball(); }, 50.0, false},
      {"spheres and boxes", [] { return spheres_and_boxes(1000); }, 50.0, true}};
  return all;
}

struct Spent {
  std::vector<double> ms;
  double mean() const {
    double sum = 0.0;
    for (const double m : ms) sum += m;
    return sum / static_cast<double>(ms.size());
  }
  double quantile(double q) const {
    std::vector<double> sorted = ms;
    std::ranges::sort(sorted);
    return sorted[static_cast<std::size_t>(q * static_cast<double>(sorted.size() - 1))];
  }
};

void measure_world(const BenchScene& scene, int steps) {
  World world = scene.make();
  const double energy = world.energy().total();
  Spent spent;
  int rounds = 0, bad_frames = 0;
  std::size_t holds = 0;
  double residual = 0.0, gap = graze::kInfinity, gain = 0.0;
  for (int i = 0; i < steps; ++i) {
    const double begin = graze::bench::thread_seconds();
    const graze::StepReport report = world.step();
    spent.ms.push_back(1e3 * (graze::bench::thread_seconds() - begin));
    rounds += report.rounds;
    holds += report.holds.size();
    residual = std::max(residual, report.residual);
    gap = std::min(gap, report.smallest_gap);
    gain = std::max(gain, report.energy.total() - energy);
    bad_frames += !graze::no_triangles_meet(world);
  }
  fmt::print(
      "{:18} graze   {:8.2f} {:8.2f} {:8.2f}   must {:5.1f}  rounds {:5} holds {:4} gap {:6.3f} "
      "residual {:7.1e} gain {:8.1e}  bad frames {}  {:016x}\n",
      scene.name, spent.mean(), spent.quantile(0.99), spent.quantile(1.0), scene.must, rounds,
      holds, gap, residual, gain, bad_frames, content_hash(world.state()));
}

void measure_bullet(const BenchScene& scene, int steps) {
  World world = scene.make();
  graze::bench::BulletWorld bullet(world);
  Spent spent;
  int bad_frames = 0;
  for (int i = 0; i < steps; ++i) {
    const double begin = graze::bench::thread_seconds();
    bullet.step(world.options().step);
    spent.ms.push_back(1e3 * (graze::bench::thread_seconds() - begin));
    bullet.copy_poses(world);
    bad_frames += !graze::no_triangles_meet(world);
  }
  fmt::print("{:18} Bullet  {:8.2f} {:8.2f} {:8.2f}   bad frames {} of {}\n", scene.name,
             spent.mean(), spent.quantile(0.99), spent.quantile(1.0), bad_frames, steps);
}
}  // namespace

int main(int argc, char** argv) {
  const std::string wanted = argc > 1 ? argv[1] : "";
  const int steps = argc > 2 ? std::atoi(argv[2]) : 120;
  fmt::print("ms of processor time a step: mean, 99 %, most; {} steps at 60 a second\n", steps);
  for (const BenchScene& scene : bench_scenes()) {
    if (!wanted.empty() && wanted != scene.name) continue;
    measure_world(scene, steps);
    if (scene.is_bullets) measure_bullet(scene, steps);
  }
}
