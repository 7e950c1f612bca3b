// SPDX-License-Identifier: MIT
// The smallest distance of two moving trees within one window of time.                         [C9]
#pragma once
#include "methods/certified/window_search.h"

namespace graze::certified {

class DistanceSearch final : public WindowSearch {
 public:
  /// Whatever is found nearer than `nearest`, the best known so far, by more than the tolerance
  /// takes its place. Keeps references.
  DistanceSearch(const WindowInput& input, WideTest test, NearInstant& nearest,
                 SearchMemory& memory, BudgetWatch& watch, Stats& stats);

 private:
  double next_look(const Look& look) override;
  void note(const Look& look);
  void seek_below();

  NearInstant& nearest_;
};

}  // namespace graze::certified
