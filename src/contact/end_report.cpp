// SPDX-License-Identifier: MIT
#include "contact/end_report.h"

namespace graze {

ContactReport separated_report(Method method, Guarantee guarantee, const Interval& span,
                               double tolerance) {
  ContactReport report;
  report.method = method;
  report.guarantee = guarantee;
  report.tolerance = tolerance;
  end_separated(report, span);
  return report;
}

void end_separated(ContactReport& report, const Interval& span) {
  report.outcome = Outcome::kSeparated;
  report.time = span;
}

void end_in_contact(ContactReport& report, const Interval& bracket) {
  report.outcome = Outcome::kContact;
  report.time = bracket;
}

void end_in_overlap(ContactReport& report, double start) {
  report.outcome = Outcome::kOverlapAtStart;
  report.start = StartState::kOverlapping;
  report.time = {start, start};
}

void end_undecided(ContactReport& report, const Interval& unsure, Undecided why) {
  report.outcome = Outcome::kUndecided;
  report.time = unsure;
  report.undecided = why;
}

}  // namespace graze
