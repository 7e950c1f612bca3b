// SPDX-License-Identifier: MIT
#include "graze/simulation/simulate.h"

#include <time.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>

namespace graze {
namespace {
using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

/// Of all threads of the process: does not depend on what else the machine does.
double processor_seconds() {
  std::timespec now{};
  ::clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

bool is_used_up(const Budget& budget, Clock::time_point begin) {
  if (budget.cancel != nullptr && budget.cancel->load(std::memory_order_relaxed)) return true;
  return seconds_since(begin) >= budget.max_seconds;
}
}  // namespace

std::uint64_t steps_of(double seconds, double step) {
  // 0.3 s are three steps of 0.1 s, though the quotient is above 3.
  return static_cast<std::uint64_t>(std::max(0.0, std::ceil(seconds / step - 1e-6)));
}

SimulateResult simulate(World& world, RecordingWriter& writer, const SimulateOptions& options) {
  const auto begin = Clock::now();
  const std::uint64_t all = steps_of(options.seconds, world.options().step);
  const std::uint64_t first = world.state().steps;
  SimulateResult result;
  while (world.state().steps < all && !is_used_up(options.budget, begin)) {
    const double step_begin = processor_seconds();
    const StepReport report = world.step();
    result.step_seconds.push_back(processor_seconds() - step_begin);
    writer.append(frame_of(world.state(), report));
    if (options.progress) {
      options.progress(double(world.state().steps - first) / double(all - first));
    }
  }
  result.steps = world.state().steps;
  result.is_at_end = result.steps >= all;
  return result;
}

}  // namespace graze
