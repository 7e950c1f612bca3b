// SPDX-License-Identifier: MIT
// Question   When is the first contact of all, given each pair's own answer?                   [G1]
// Source     The bracket's definition: no contact before lo, at hi one pair is within tolerance.
// Guarantee  The weakest of the answers used. Pairs searched only up to an earlier bound count: the
//            bound never is below the final upper end.
// Changed    -
#include "query/merge.h"

#include <algorithm>

#include "contact/end_report.h"

namespace graze::query {

void EarliestContact::add(const PairReport& pair) {
  const ContactReport& report = pair.report;
  stats_ += report.stats;
  weakest_ = std::max(weakest_, report.guarantee);
  start_ = std::max(start_, report.start);
  method_ = report.method;
  tolerance_ = std::max(tolerance_, report.tolerance);
  if (report.outcome == Outcome::kSeparated) return;
  if (report.outcome == Outcome::kUndecided) {
    if (!doubt_ || report.time.lo < doubt_->report.time.lo) doubt_ = pair;
    return;
  }
  lo_ = contact_ ? std::min(lo_, report.time.lo) : report.time.lo;
  if (!contact_ || report.time.hi < contact_->report.time.hi) contact_ = pair;
}

double EarliestContact::bound() const { return contact_ ? contact_->report.time.hi : span_.hi; }

PairReport EarliestContact::result() const {
  PairReport result;
  if (contact_) {
    result = *contact_;
    ContactReport& report = result.report;
    report.time.lo = lo_;
    if (doubt_ && doubt_->report.time.lo < lo_) {
      report.time.lo = doubt_->report.time.lo;
      report.reason = "another pair is undecided before the contact";
    }
  } else if (doubt_) {
    result = *doubt_;
    result.report.time.hi = span_.hi;
  } else {
    result.report = separated_report(method_, weakest_, span_, tolerance_);
    result.report.start = start_;
  }
  result.report.guarantee = weakest_;
  result.report.stats = stats_;
  return result;
}

}  // namespace graze::query
