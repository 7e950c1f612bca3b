// SPDX-License-Identifier: MIT
// From stretches of time to contact intervals with features.
#pragma once
#include <graze/methods/analytic.h>

#include <cmath>

#include "methods/analytic/pair_functions.h"

namespace graze::analytic {

/// From the parameter of a piece to seconds. The map is rounded, and so are the ends of pieces:
/// four units each.
class PieceTime {
 public:
  explicit PieceTime(const Interval& span) : span_(span) {}

  double at(double s) const {
    return s <= 0.0 ? span_.lo : (s >= 1.0 ? span_.hi : span_.lo + s * (span_.hi - span_.lo));
  }
  Interval outward(double lo, double hi) const {
    const double slack = 0x1p-50 * std::fmax(std::fabs(span_.lo), std::fabs(span_.hi));
    return {lo <= 0.0 ? span_.lo : at(lo) - slack, hi >= 1.0 ? span_.hi : at(hi) + slack};
  }

 private:
  Interval span_;
};

/// Collects stretches one after the other, through all pieces of time. Contacts is BoxContacts or
/// has its members.
template <typename Contacts>
class ContactList {
 public:
  using Features = decltype(Contacts{}.intervals[0].entry_features);
  explicit ContactList(Contacts& to) : to_(to) {}

  void apart(const Interval& time, const Features& first, const Features& last);
  void overlap(const Interval& time);
  void unsure(const Interval& time, bool decided);
  void stop(double sure_until, Undecided why);
  /// The end of all pieces; until then nothing is complete.
  void finish(const Interval& span);

  bool stops_at_first(bool first_only) const { return first_only && open_; }
  bool has_begun() const { return waiting_ || open_; }

 private:
  Contacts& to_;
  bool started_ = false;    // some stretch was seen
  bool open_ = false;       // an interval has begun and not ended
  bool waiting_ = false;    // an unsure window is at hand
  Interval window_;         // that window
  Features before_;         // of the last axis that kept them apart
  bool was_apart_ = false;  // before the window
};

template <typename Contacts>
void ContactList<Contacts>::apart(const Interval& time, const Features& first,
                                  const Features& last) {
  if (waiting_ && was_apart_) {
    to_.intervals.push_back({IntervalKind::kGraze, window_, window_, false, false, before_, first});
  } else if (waiting_ && !started_) {
    to_.intervals.push_back({IntervalKind::kGraze, window_, window_, true, false, {}, first});
  } else if (open_) {
    to_.intervals.back().exit = waiting_ ? window_ : Interval(time.lo);
    to_.intervals.back().exit_features = first;
  }
  open_ = waiting_ = false;
  started_ = was_apart_ = true;
  before_ = last;
}

template <typename Contacts>
void ContactList<Contacts>::overlap(const Interval& time) {
  if (open_) {
    if (waiting_) to_.openings.push_back(window_);
  } else {
    const Interval entry = waiting_ ? window_ : Interval(time.lo);
    to_.intervals.push_back(
        {IntervalKind::kOverlap, entry, time.hi, !started_, false, before_, {}});
  }
  to_.intervals.back().exit = time.hi;
  open_ = started_ = true;
  waiting_ = was_apart_ = false;
}

template <typename Contacts>
void ContactList<Contacts>::unsure(const Interval& time, bool decided) {
  window_ = waiting_ ? Interval(window_.lo, time.hi) : time;
  waiting_ = true;
  if (!decided) stop(time.lo, Undecided::kBelowRounding);
}

template <typename Contacts>
void ContactList<Contacts>::stop(double sure_until, Undecided why) {
  if (!to_.is_complete()) return;
  to_.sure_until = sure_until;
  to_.undecided = why;
}

template <typename Contacts>
void ContactList<Contacts>::finish(const Interval& span) {
  if (waiting_ && !open_) {
    to_.intervals.push_back({IntervalKind::kGraze, window_, window_, !started_, true, before_, {}});
  } else if (open_) {
    to_.intervals.back().exit = waiting_ ? window_ : Interval(span.hi);
    to_.intervals.back().after_span = true;
  }
  if (to_.is_complete()) to_.sure_until = span.hi;
}

using BoxContactList = ContactList<BoxContacts>;

/// The features that axis `axis` (numbered as in PairFunctions) lets touch at the parameter s, b
/// being on the side `sign` of a.
FeaturePair features_at(const PairFunctions& p, int axis, int sign, double s);

/// A piece whose s = 0 and s = 1 are the ends of `span`.
void add_scan(const PairFunctions& p, const Scan& scan, const Interval& span, BoxContactList& list,
              BoxContacts& contacts);

}  // namespace graze::analytic
