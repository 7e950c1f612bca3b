// SPDX-License-Identifier: MIT
// How every report is built: it begins as separated; the members of another outcome are then set
// together.                                                                                    [G1]
#pragma once
#include "graze/contact/contact_report.h"

namespace graze {

/// An answer to begin with: apart during the whole span.
ContactReport separated_report(Method method, Guarantee guarantee, const Interval& span,
                               double tolerance);

void end_separated(ContactReport& report, const Interval& span);
/// No contact before `bracket.lo`, one at `bracket.hi`.
void end_in_contact(ContactReport& report, const Interval& bracket);
void end_in_overlap(ContactReport& report, double start);
/// No contact before `unsure.lo`; `unsure.hi` is the end of the span.
void end_undecided(ContactReport& report, const Interval& unsure, Undecided why);

}  // namespace graze
