// SPDX-License-Identifier: MIT
// Should time be divided before the boxes are?                                                [C4]
#pragma once
#include "methods/bisection/box_separation.h"

namespace graze::bisection {

/// The bodies at the two ends of a time interval.
struct EndPoses {
  const RelativeEnclosure& begin;
  const RelativeEnclosure& end;
};

/// True if the boxes move so far during the interval, compared with their sizes along the motion,
/// that an axis which separates them at an instant will rarely do so throughout. A heuristic:
/// either answer is right.
struct SubdivisionTest {
  double k = 0.2;              ///< path per size from which on time is divided
  double growth = 0.0;         ///< of both boxes together: part of their size
  double shortest_path = 0.0;  ///< a way no longer than this is never divided

  bool should_subdivide(const BoxPair& boxes, const EndPoses& poses) const;
};

}  // namespace graze::bisection
