// SPDX-License-Identifier: MIT
// The answer to "how near do these come?".                                                    [C9]
#pragma once
#include <graze/contact/contact_report.h>

namespace graze {

/// Smallest distance of two bodies, at an instant or over a span.
struct Clearance {
  /// Contains the smallest distance, scene units; {0, 0} if the bodies intersect. After kUndecided
  /// only the upper end means anything.
  Interval distance{0.0, 0.0};
  double time = 0.0;  ///< when the upper end is reached, seconds
  Contact closest;    ///< at `time`; closest.distance is the upper end
  /// kSeparated, kContact (nearer than the tolerance over a span, than rounding at an instant),
  /// kOverlapAtStart (of bodies of a scene, as every question says it: distance 0, `closest` is of
  /// the surfaces then), or kUndecided.
  Outcome outcome = Outcome::kSeparated;
  Guarantee guarantee = Guarantee::kProved;
  Stats stats;
};

}  // namespace graze
