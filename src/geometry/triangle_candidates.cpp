// SPDX-License-Identifier: MIT
#include "geometry/triangle_candidates_body.h"

namespace graze {
ClosestCandidate closest_candidate(const double* a, const double* b) {
  return CandidateSearch(a, b).run();
}
}  // namespace graze
