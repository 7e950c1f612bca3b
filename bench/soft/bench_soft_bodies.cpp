// SPDX-License-Identifier: MIT
// Soft bodies in contact: an octopus of 20,480 triangles in a bowl, a heap of soft balls. CPU time
// of each step, with the guard on.                                                        [V4, V7]
#include <fmt/core.h>

#include <algorithm>
#include <cstdlib>
#include <numeric>
#include <string>
#include <vector>

#include "soft/paper_bodies.h"
#include "timing/cpu_time.h"

namespace graze {
namespace {
std::size_t nodes_of(const World& world) {
  std::size_t nodes = 0;
  for (const SoftState& soft : world.state().soft) nodes += soft.positions.size();
  return nodes;
}

/// One line a step, or the means alone.
void run(const std::string& name, World world, int steps, bool is_verbose) {
  fmt::print("{}: {} nodes\n", name, nodes_of(world));
  std::vector<double> in_contact;
  double falling = 0.0, lost = 0.0;
  for (int step = 0; step < steps; ++step) {
    const double begin = bench::thread_seconds();
    const StepReport r = world.step();
    const double ms = 1e3 * (bench::thread_seconds() - begin);
    if (r.contacts.empty()) falling = std::max(falling, ms);
    if (!r.contacts.empty()) in_contact.push_back(ms);
    lost += r.volume->time_lost;
    if (!is_verbose) continue;
    fmt::print(
        "{:4} {:8.1f} ms  parts {:2} contacts {:4} iterations {:6} residual {:.1e} friction {:.1e} "
        "clamps {} "
        "lost {:.4f} kinetic {:.2e} springs {:.2e}\n",
        step, ms, r.inner_steps, r.contacts.size(), r.volume->solver_iterations,
        r.volume->solver_residual, r.residual, r.clamps, r.volume->time_lost, r.energy.kinetic,
        r.energy.springs);
  }
  if (in_contact.empty()) return;
  std::sort(in_contact.begin(), in_contact.end());
  const double sum = std::accumulate(in_contact.begin(), in_contact.end(), 0.0);
  fmt::print(
      "  in contact: mean {:.1f} median {:.1f} most {:.1f} ms a step ({} steps), falling at most "
      "{:.1f}; time lost {:.3f} s; kinetic at the end {:.1e} J\n",
      sum / static_cast<double>(in_contact.size()), in_contact[in_contact.size() / 2],
      in_contact.back(), in_contact.size(), falling, lost, world.energy().kinetic);
}
}  // namespace
}  // namespace graze

/// Arguments: scene (octopus, heap or all), steps, 1 for a line a step.
int main(int argc, char** argv) {
  using namespace graze;
  const std::string scene = argc > 1 ? argv[1] : "all";
  const int steps = argc > 2 ? std::atoi(argv[2]) : 100;
  const bool is_verbose = argc > 3;
  WorldOptions options;
  options.threads = 1;
  options.step = 0.04;
  if (scene == "octopus" || scene == "all") {
    run("octopus in a bowl, steps of 40 ms", bench::octopus_in_bowl(options), steps, is_verbose);
  }
  options.step = 0.01;
  if (scene == "heap" || scene == "all") {
    run("heap of five balls, steps of 10 ms", bench::heap_of_balls(options, 5), steps, is_verbose);
  }
}
