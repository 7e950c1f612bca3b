// SPDX-License-Identifier: MIT
// Question   When can two boxes whose faces move linearly overlap?                            [C5]
// Source     The slab test, along time: six gaps, each linear in t.
// Guarantee  Outside the returned interval they are disjoint, rounding included.
// Changed    -
#include "methods/linear/moving_box.h"

#include <algorithm>

namespace graze::linear {
namespace {
/// Keeps the part of `times` in which a gap that goes from g0 to g1 may be <= 0. The sign of a
/// rounded difference is that of the true one; a root is off by at most 4u of itself.
void restrict_to_closed(double g0, double g1, Interval& times) {
  constexpr double kDown = 1.0 - 0x1p-50, kUp = 1.0 + 0x1p-50;
  if (g0 > 0.0 && g1 > 0.0) {
    times = {1.0, 0.0};
  } else if (g0 > 0.0) {
    times.lo = std::max(times.lo, kDown * (g0 / (g0 - g1)));
  } else if (g1 > 0.0) {
    times.hi = std::min(times.hi, kUp * (g0 / (g0 - g1)));
  }
}
}  // namespace

Interval overlap_time(const MovingBox& a, const MovingBox& b, double until) {
  Interval times{0.0, until};
  for (int k = 0; k < 3 && times.lo <= times.hi; ++k) {
    restrict_to_closed(b.start.lo[k] - a.start.hi[k], b.end.lo[k] - a.end.hi[k], times);
    if (times.lo > times.hi) break;
    restrict_to_closed(a.start.lo[k] - b.start.hi[k], a.end.lo[k] - b.end.hi[k], times);
  }
  return times;
}

}  // namespace graze::linear
