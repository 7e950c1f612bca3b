// SPDX-License-Identifier: MIT
// Clocks for benchmarks: processor time does not see the machine's other work.
#pragma once
#include <ctime>

namespace graze::bench {

inline double clock_seconds(clockid_t clock) {
  timespec now{};
  clock_gettime(clock, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// Seconds of processor time that this thread has used, of the whole process, and of the clock.
inline double thread_seconds() { return clock_seconds(CLOCK_THREAD_CPUTIME_ID); }
inline double process_seconds() { return clock_seconds(CLOCK_PROCESS_CPUTIME_ID); }
inline double wall_seconds() { return clock_seconds(CLOCK_MONOTONIC); }

}  // namespace graze::bench
