// SPDX-License-Identifier: MIT
// The answer to "how near do these come?".                                                    [C9]
#pragma once
#include <graze/contact/contact_report.h>

#include <limits>

namespace graze {

/// Smallest distance of two bodies, at an instant or over a span.
struct Clearance {
  /// Contains the smallest distance, scene units; {0, 0} if the bodies intersect. After kUndecided
  /// the lower end is 0, and the upper one is sure if it is finite.
  Interval distance{0.0, 0.0};
  double time = 0.0;  ///< when the upper end is reached, seconds
  Contact closest;    ///< at `time`; closest.distance is the upper end
  /// kSeparated, kContact (nearer than the tolerance over a span, than rounding at an instant),
  /// kOverlapAtStart (bodies of a scene only: the distance is 0, and `closest` is about the
  /// surfaces), or kUndecided.
  Outcome outcome = Outcome::kSeparated;
  Guarantee guarantee = Guarantee::kProved;
  Stats stats;

  /// True if distance, time and closest mean something.
  bool is_bounded() const { return distance.hi < std::numeric_limits<double>::max(); }
};

}  // namespace graze
