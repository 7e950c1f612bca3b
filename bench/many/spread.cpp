// SPDX-License-Identifier: MIT
#include "many/spread.h"

#include <algorithm>

namespace graze::bench {

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
