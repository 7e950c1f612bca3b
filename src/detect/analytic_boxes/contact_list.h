// SPDX-License-Identifier: MIT
// From stretches of time to contact intervals with features.
#pragma once
#include <graze/detect/analytic_boxes.h>

#include "detect/analytic_boxes/pair_functions.h"

namespace graze::analytic_boxes {

/// The features that axis `axis` (numbered as in PairFunctions) lets touch at the parameter s, b
/// being on the side `sign` of a.
FeaturePair features_at(const PairFunctions& p, int axis, int sign, double s);

/// Collects the stretches of one piece of time after another.
class ContactList {
 public:
  explicit ContactList(BoxContacts& to) : to_(to) {}

  /// A piece whose s = 0 and s = 1 are the ends of `span`.
  void add(const PairFunctions& p, const Scan& scan, const Interval& span);
  /// The end of all pieces; until then nothing is complete.
  void finish(const Interval& span);

  bool stops_at_first(bool first_only) const { return first_only && open_; }

 private:
  void apart(const Interval& time, const FeaturePair& first, const FeaturePair& last);
  void overlap(const Interval& time);
  void unsure(const Interval& time, bool decided);

  BoxContacts& to_;
  bool started_ = false;    // some stretch was seen
  bool open_ = false;       // an interval has begun and not ended
  bool waiting_ = false;    // an unsure window is at hand
  Interval window_;         // that window
  FeaturePair before_;      // of the last axis that kept them apart
  bool was_apart_ = false;  // before the window
};

}  // namespace graze::analytic_boxes
