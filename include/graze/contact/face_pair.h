// SPDX-License-Identifier: MIT
// Two faces that may touch.                                                                    [O5]
#pragma once
#include <graze/base/id.h>

namespace graze {

struct FacePair {
  TriangleId a;
  TriangleId b;
  /// They certainly do not touch before this: a share of the step in [0, 1], or seconds of scene
  /// time in an event.
  double earliest = 0.0;
  friend bool operator==(const FacePair&, const FacePair&) = default;
};

}  // namespace graze
