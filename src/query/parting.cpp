// SPDX-License-Identifier: MIT
// Question   When do two bodies that touch part again?                                     [C9, K8]
// Source     Ours: instants at most a gap apart, then halving.
// Guarantee  exit.hi to apart is free if the answers are proved; exit.lo touches.
// Changed    -
#include "query/parting.h"

#include <algorithm>
#include <cmath>

#include "query/pair_work.h"

namespace graze::query {
namespace {
class Search {
 public:
  Search(const AskPart& ask, const PartingResolution& resolution)
      : ask_(ask), resolution_(resolution) {}

  Parting run(const Interval& rest) {
    double touching = rest.lo;
    for (double t = touching; t < rest.hi && !stopped_;) {
      t = std::min(rest.hi, std::max(t + resolution_.gap, std::nextafter(t, rest.hi)));
      if (are_apart({t, t})) {
        const Interval exit = exit_between(touching, t);
        return {true, stopped_, exit, t};
      }
      if (!stopped_) touching = t;
    }
    return {false, stopped_, {stopped_ ? touching : rest.hi, rest.hi}, rest.hi};
  }

 private:
  ContactReport ask(const Interval& part) {
    ContactReport report = ask_(part);
    stopped_ = stopped_ || report.outcome == Outcome::kUndecided;
    return report;
  }

  bool are_apart(const Interval& part) {
    const ContactReport report = ask(part);
    return !stopped_ && are_apart_throughout(report);
  }

  /// Touching at the one, apart at the other: halves until the parting is known well enough.
  Interval exit_between(double touching, double apart) {
    while (!stopped_ && apart - touching > resolution_.exit) {
      const double middle = 0.5 * (touching + apart);
      if (!(touching < middle && middle < apart)) break;
      if (are_apart({middle, apart})) {
        apart = middle;
      } else if (!stopped_) {
        touching = are_apart({middle, middle}) ? last_touch_after(middle, apart, touching) : middle;
        if (touching >= apart) break;
      }
    }
    return {std::min(touching, apart), apart};
  }

  /// Apart in the middle and in contact again before `apart`: that contact is the later one.
  double last_touch_after(double middle, double apart, double touching) {
    const ContactReport report = ask({middle, apart});
    return report.outcome == Outcome::kContact ? std::max(touching, report.time.hi) : touching;
  }

  const AskPart& ask_;
  PartingResolution resolution_;
  bool stopped_ = false;
};
}  // namespace

Parting find_parting(const AskPart& ask, const Interval& rest,
                     const PartingResolution& resolution) {
  return Search(ask, resolution).run(rest);
}

}  // namespace graze::query
