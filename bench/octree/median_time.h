// SPDX-License-Identifier: MIT
// CPU time of runs, robust against a busy machine.
#pragma once
#include <algorithm>
#include <functional>
#include <vector>

#include "timing/cpu_time.h"

namespace graze::bench {

/// Median CPU seconds of one call on this thread: at least `runs` calls, and at least 20 ms unless
/// a call is slow.
inline double median_seconds(const std::function<void()>& call, int runs = 5) {
  std::vector<double> times;
  double total = 0.0;
  while (int(times.size()) < runs || (total < 0.02 && times.size() < 2000)) {
    const double start = thread_seconds();
    call();
    times.push_back(thread_seconds() - start);
    total += times.back();
    if (total > 2.0) break;
  }
  std::nth_element(times.begin(), times.begin() + long(times.size() / 2), times.end());
  return times[times.size() / 2];
}

}  // namespace graze::bench
