// SPDX-License-Identifier: MIT
#include "dynamics/line_search.h"

#include <algorithm>
#include <cmath>

namespace graze::dynamics {
namespace {
constexpr int kMostCuts = 40;  // of a step
}  // namespace

double zero_of(const Slope& slope, double at_0, double at_1) {
  const double small = kNearZero * std::abs(at_0);
  double lo = 0.0, hi = 1.0, slope_lo = at_0, slope_hi = at_1;
  for (int i = 0, side = 0; i < kMostCuts && (lo == 0.0 || hi - lo > kNearZero * hi); ++i) {
    double t = lo + (hi - lo) * slope_lo / (slope_lo - slope_hi);
    if (i % 2 == 1) t = lo > 0.0 ? std::sqrt(lo * hi) : 0.03 * hi;
    const double s = slope(t);
    if (std::abs(s) <= small) return t;
    if (s < 0.0) {
      lo = t, slope_lo = s;
      if (side == -1) slope_hi *= 0.5;
      side = -1;
    } else {
      hi = t, slope_hi = s;
      if (side == 1) slope_lo *= 0.5;
      side = 1;
    }
  }
  return lo;
}

}  // namespace graze::dynamics
