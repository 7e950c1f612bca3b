// SPDX-License-Identifier: MIT
// Runs a world and records it.                                                              [C11]
#pragma once
#include <graze/base/budget.h>
#include <graze/simulation/recording.h>

#include <functional>

namespace graze {

struct SimulateOptions {
  double seconds = 1.0;  ///< of the world's time, from its start; >= 0
  Budget budget = {};    ///< its seconds and its flag; checked before each step
  std::function<void(double)> progress = {};  ///< called with the share that is done
};

struct SimulateResult {
  bool is_at_end = false;            ///< false: the budget was used up, or it was cancelled
  std::uint64_t steps = 0;           ///< of the recording so far
  std::vector<double> step_seconds;  ///< processor time of each step of this run
};

/// How many steps `seconds` are: the last may go beyond, by less than a step.
std::uint64_t steps_of(double seconds, double step);

/// Steps the world and appends each step until the end. A world that was restored from
/// `writer.last()` continues from there. Throws InputError like World::step and
/// RecordingWriter::append.
SimulateResult simulate(World& world, RecordingWriter& writer, const SimulateOptions& options);

}  // namespace graze
