// SPDX-License-Identifier: MIT
// Times of this thread, and their spread.
#pragma once
#include <vector>

namespace graze::bench {

/// Seconds of processor time that this thread has used, of the whole process, and of the clock.
double thread_seconds();
double process_seconds();
double wall_seconds();

struct Spread {
  double median = 0.0, mean = 0.0, p95 = 0.0, p99 = 0.0, p999 = 0.0, max = 0.0;
};
Spread spread_of(std::vector<double> values);

}  // namespace graze::bench
