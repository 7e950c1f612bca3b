// SPDX-License-Identifier: MIT
// How far apart measured times are.
#pragma once
#include <vector>

namespace graze::bench {

struct Spread {
  double median = 0.0, mean = 0.0, p95 = 0.0, p99 = 0.0, p999 = 0.0, max = 0.0;
};
Spread spread_of(std::vector<double> values);

}  // namespace graze::bench
