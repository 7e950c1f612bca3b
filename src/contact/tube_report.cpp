// SPDX-License-Identifier: MIT
#include "graze/contact/tube_report.h"

#include <algorithm>

namespace graze {

bool TubePair::is_free() const {
  return report.report.outcome == Outcome::kSeparated && report.report.start == StartState::kApart;
}

bool TubeReport::is_free() const { return std::ranges::all_of(pairs, &TubePair::is_free); }

const TubePair* TubeReport::first_doubt() const {
  const TubePair* first = nullptr;
  for (const TubePair& pair : pairs) {
    if (pair.is_free()) continue;
    if (first == nullptr || pair.report.report.time.lo < first->report.report.time.lo)
      first = &pair;
  }
  return first;
}

}  // namespace graze
