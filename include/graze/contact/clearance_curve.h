// SPDX-License-Identifier: MIT
// The answer to "how near do these come, over time?".                                         [C9]
#pragma once
#include <graze/contact/pair_report.h>

#include <vector>

namespace graze {

/// A part of the span: how the smallest distance of all pairs goes during it.
struct ClearanceCell {
  Interval span;  ///< seconds
  /// At no instant of the cell is any pair nearer than distance.lo; distance.hi is reached, by this
  /// pair, at its time.
  PairClearance nearest;
  /// At no instant of the cell is the smallest distance more than this; scene units.
  double highest = 0.0;
};

struct ClearanceCurve {
  struct Sample {
    double time = 0.0;
    PairClearance nearest;  ///< of all pairs at that instant
  };
  std::vector<Sample> samples;       ///< evenly over the span; none if no pair is checked
  std::vector<ClearanceCell> cells;  ///< from each sample to the next; none for an instant
  PairClearance smallest;            ///< over the span
};

}  // namespace graze
