// SPDX-License-Identifier: MIT
// When two convex polytopes under rational motion touch: every entry and exit.                [B6]
#pragma once
#include <graze/geometry/convex_polytope.h>
#include <graze/methods/analytic.h>

#include <string>
#include <vector>

namespace graze {

/// A polytope and where it goes. The motion must be rational: see is_rational().
struct MovingPolytope {
  ConvexPolytope polytope;
  Motion world_from_polytope;
};

/// What touches as two polytopes meet or part: ids of their meshes.
struct ConvexFeaturePair {
  Feature a, b;
  friend bool operator==(const ConvexFeaturePair&, const ConvexFeaturePair&) = default;
};

/// One contact, from meeting to parting; seconds. Members as in BoxContactInterval.
struct ConvexContactInterval {
  IntervalKind kind = IntervalKind::kOverlap;
  Interval entry;
  Interval exit;
  bool before_span = false;
  bool after_span = false;
  ConvexFeaturePair entry_features, exit_features;
};

/// All that happens between two polytopes during a span. Members as in BoxContacts.
struct ConvexContacts {
  std::vector<ConvexContactInterval> intervals;
  std::vector<Interval> openings;
  double error = 0.0;  ///< scene units: what kGraze and openings are about
  Undecided undecided = Undecided::kNo;
  bool is_complete() const { return undecided == Undecided::kNo; }
  double sure_until = 0.0;
  int degree = 0;
  Stats stats;  ///< box_tests: axes bounded over an interval; iterations: deepest points
};

/// Every contact of two polytopes as solids. Proved, as box_contacts(): apart outside the
/// intervals, overlapping inside, rounding included. Throws InputError if a motion is not rational,
/// or the degrees of all functions exceed 48.
ConvexContacts convex_contacts(const MovingPolytope& a, const MovingPolytope& b,
                               const BoxContactOptions& options = {});

}  // namespace graze
