// SPDX-License-Identifier: MIT
// When two bodies in touch part: shared by the questions that follow a pair through its contacts.
#pragma once
#include <functional>

#include "graze/contact/contact_report.h"

namespace graze::query {

/// Answers for one pair over a part of its span, an instant included.
using AskPart = std::function<ContactReport(const Interval&)>;

/// Lengths of time, seconds; both > 0.
struct PartingResolution {
  double gap;   ///< bodies that part for less than this may be taken as touching throughout
  double exit;  ///< largest width of an exit's bracket
};

/// No gap is looked for that is shorter than this part of the span: rounding alone would let a
/// search run for ever.
inline constexpr double kLeastGapOfSpan = 1e-6;

struct Parting {
  bool found = false;      ///< else in touch up to the end of `rest`, unless undecided
  bool undecided = false;  ///< `ask` gave up: the search ended there
  /// In touch at exit.lo; from exit.hi to `apart` nothing touches. Not found: from the last instant
  /// known in touch (undecided; else the end) to the end.
  Interval exit{0.0, 0.0};
  double apart = 0.0;  ///< an instant at which they are apart by more than the tolerance
};

/// The first parting after rest.lo, at which the bodies touch. Looks at instants not farther from
/// each other than the gap, then halves; what is apart is proved if `ask` proves.
Parting find_parting(const AskPart& ask, const Interval& rest, const PartingResolution& resolution);

}  // namespace graze::query
