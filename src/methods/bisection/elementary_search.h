// SPDX-License-Identifier: MIT
// First contact of two moving triangles by interval root finding.                         [C5, C6]
#pragma once
#include <optional>

#include "graze/base/budget.h"
#include "graze/contact/contact_report.h"
#include "methods/bisection/elementary_tests.h"

namespace graze::bisection {

struct SearchLimits {
  double clearance = 0.0;  ///< contact is at this distance; the sum of the paddings
  double tolerance = 0.0;  ///< at the upper end of a bracket the distance is at most both together
};

/// A contact of two triangles: none before time.lo in the interval that was searched, distance at
/// time.hi within clearance and tolerance.
struct ElementaryContact {
  Interval time;
};

/// The result of searching one pair of triangles.
struct ElementaryResult {
  std::optional<ElementaryContact> contact;
  /// From here on nothing could be decided: the budget ran out, or time cannot be divided further
  /// (the tolerance is below the rounding errors of the coordinates).
  std::optional<double> undecided_from;
};

class ElementarySearch {
 public:
  ElementarySearch(RelativeMotion& motion, const SearchLimits& limits, BudgetWatch& watch,
                   Stats& stats)
      : motion_(motion), limits_(limits), watch_(watch), stats_(stats) {}

  /// The first contact in `span`, earlier half first. The triangles are known to be disjoint at its
  /// beginning.
  ElementaryResult first_contact(const TrianglePair& pair, const Interval& span);

  /// An upper bound of the triangles' distance at t, with the direction from a to b.
  struct Witness {
    double at_most = 0.0;
    Vec3 direction = Vec3::Zero();  ///< zero if they meet
  };
  Witness witness_at(const TrianglePair& pair, double t);

 private:
  ElementaryResult search(const TrianglePair& pair, const Interval& span, ElementaryTests tests);
  ElementaryResult before_witness(const TrianglePair& pair, const Interval& span,
                                  ElementaryTests tests);

  RelativeMotion& motion_;
  SearchLimits limits_;
  BudgetWatch& watch_;
  Stats& stats_;
};

}  // namespace graze::bisection
