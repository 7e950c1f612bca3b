// SPDX-License-Identifier: MIT
#include "many/cpu_time.h"

#include <algorithm>
#include <ctime>

namespace graze::bench {
namespace {
double seconds_of(clockid_t clock) {
  std::timespec time{};
  clock_gettime(clock, &time);
  return static_cast<double>(time.tv_sec) + 1e-9 * static_cast<double>(time.tv_nsec);
}
}  // namespace

double thread_seconds() { return seconds_of(CLOCK_THREAD_CPUTIME_ID); }
double process_seconds() { return seconds_of(CLOCK_PROCESS_CPUTIME_ID); }
double wall_seconds() { return seconds_of(CLOCK_MONOTONIC); }

Spread spread_of(std::vector<double> values) {
  if (values.empty()) return {};
  std::sort(values.begin(), values.end());
  const auto at = [&](double share) {
    return values[static_cast<std::size_t>(share * static_cast<double>(values.size() - 1))];
  };
  double sum = 0.0;
  for (const double value : values) sum += value;
  return {at(0.5),      sum / static_cast<double>(values.size()), at(0.95), at(0.99), at(0.999),
          values.back()};
}

}  // namespace graze::bench
