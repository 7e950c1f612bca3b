// SPDX-License-Identifier: MIT
// Two bodies that may touch.                                                                  [C8]
#pragma once
#include <graze/base/id.h>

namespace graze {

struct CandidatePair {
  BodyId a;  ///< < b
  BodyId b;
  double earliest = 0.0;  ///< certainly no contact before this time; seconds
};

}  // namespace graze
