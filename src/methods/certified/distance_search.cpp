// SPDX-License-Identifier: MIT
#include "methods/certified/distance_search.h"

#include "methods/certified/closest_instant.h"

namespace graze::certified {

DistanceSearch::DistanceSearch(const WindowInput& input, WideTest test, NearInstant& nearest,
                               SearchMemory& memory, BudgetWatch& watch, Stats& stats)
    : WindowSearch(input, test, memory, watch, stats), nearest_(nearest) {
  seek_below();
}

// Everything is to be proved farther apart than the gap, which follows the smallest distance seen.
void DistanceSearch::seek_below() {
  gap_ = std::max(0.0, nearest_.distance - input_.slack_of(nearest_.distance));
}

double DistanceSearch::next_look(const Look& look) {
  if (look.near.distance() < nearest_.distance) note(look);
  return look.now.t < hi_ ? apart_until(look) : hi_;
}

// Descends from here at once: in steps of the tolerance it would take forever.
void DistanceSearch::note(const Look& look) {
  nearest_ = closest_instant(input_, {look.candidate, look.near.distance()});
  seek_below();
  if (nearest_.distance <= input_.pair.tolerance) hi_ = look.now.t;  // the bracket reaches zero
}

}  // namespace graze::certified
