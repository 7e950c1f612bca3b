// SPDX-License-Identifier: MIT
// The answer to "when do these touch, and when do they part again?".                      [C9, G1]
#pragma once
#include <graze/contact/contact_report.h>

#include <vector>

namespace graze {

/// A stretch of time with contact at both ends. Seconds of scene time.
struct ContactInterval {
  /// Nothing touches between the stretch before (or the start of the span) and entry.lo; at
  /// entry.hi the distance is at most the tolerance.
  Interval entry{0.0, 0.0};
  /// At exit.lo the distance is at most the tolerance; nothing touches between exit.hi and the next
  /// stretch (or the end of the span).
  Interval exit{0.0, 0.0};
  bool from_start = false;  ///< touching or overlapping at the start of the span: entry is {lo, lo}
  bool to_end = false;      ///< still so at its end: exit is {hi, hi}
};

/// All stretches of contact of two bodies' surfaces, in order of time. Outside of them the bodies
/// are proved apart. Inside one they may part for less than the shortest gap that was asked for.
struct ContactIntervals {
  std::vector<ContactInterval> intervals;
  /// kSeparated: none; kContact; kUndecided: the budget is used up, the intervals hold up to
  /// sure_until.
  Outcome outcome = Outcome::kSeparated;
  Guarantee guarantee = Guarantee::kProved;
  double sure_until = 0.0;  ///< seconds; the end of the span unless undecided
  double tolerance = 0.0;   ///< scene units
  Stats stats;
};

}  // namespace graze
