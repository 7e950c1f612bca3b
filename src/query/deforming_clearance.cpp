// SPDX-License-Identifier: MIT
// Question   How near do two bodies come, one of which deforms?                                [C9]
// Source     Bisection over distances to keep: each is kept throughout, or there is an instant.
// Guarantee  That of the linear method: at no instant are the bodies nearer than the lower end.
// Changed    -
#include "query/deforming_clearance.h"

#include <algorithm>

#include "query/kernel_bodies.h"

namespace graze::query {
namespace {
class DistanceSearch {
 public:
  DistanceSearch(const PairQuestion& question, double share) : question_(question), share_(share) {
    question_.tolerance = 0.25 * question.tolerance;  // two questions make the ends of the bracket
  }

  Clearance run() {
    begin();
    narrow(0.0);
    while (!is_decided() && !is_narrow()) narrow(middle());
    if (found_.outcome == Outcome::kSeparated && found_.distance.lo <= 0.0)
      found_.outcome = Outcome::kContact;
    found_.closest.distance = found_.distance.hi;
    return found_;
  }

 private:
  /// The distance at the start bounds the smallest one from above.
  void begin() {
    const double t = question_.span.lo;
    found_ = distance_at(certified_body_at(question_.a, t), certified_body_at(question_.b, t), t);
    const double slack = 4.0 * question_.tolerance;  // roundings of positions are below this
    found_.distance = {0.0, found_.distance.hi + slack};
    found_.outcome = Outcome::kSeparated;
  }

  void narrow(double separation) {
    PairQuestion asked = question_;
    asked.min_separation = separation;
    asked.budget.max_tests -= std::min(asked.budget.max_tests, tests());
    const ContactReport report = graze::answer(asked, {Method::kLinear, Guarantee::kProved});
    found_.stats += report.stats;
    // Nothing new touches after a touch at the start, but the bodies are as near as that.
    if (report.outcome == Outcome::kSeparated && report.start == StartState::kApart) {
      found_.distance.lo = separation;
      return;
    }
    if (report.outcome == Outcome::kUndecided) {
      found_.outcome = report.outcome;
      return;
    }
    if (separation == 0.0) is_touching_ = true;
    const bool is_deeper = report.outcome == Outcome::kOverlapAtStart;
    const double reached = is_deeper ? separation : round_up(separation + report.tolerance);
    if (reached >= found_.distance.hi) return;
    found_.distance.hi = reached;
    if (report.contacts.empty()) return;
    found_.time = report.time.hi;
    found_.closest = report.contacts.front();
  }

  bool is_decided() const { return is_touching_ || found_.outcome != Outcome::kSeparated; }
  bool is_narrow() const {
    const double width = std::max(4.0 * question_.tolerance, share_ * found_.distance.hi);
    return found_.distance.hi - found_.distance.lo <= width;
  }
  double middle() const { return 0.5 * (found_.distance.lo + found_.distance.hi); }
  std::uint64_t tests() const { return found_.stats.box_tests + found_.stats.triangle_tests; }

  PairQuestion question_;
  double share_;
  Clearance found_;
  bool is_touching_ = false;
};
}  // namespace

Clearance deforming_clearance(const PairQuestion& question, double share) {
  return DistanceSearch(question, share).run();
}

}  // namespace graze::query
