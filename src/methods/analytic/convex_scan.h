// SPDX-License-Identifier: MIT
// The phases of two convex polytopes over [0, 1], one stretch after the other.
#pragma once
#include <graze/math/interval.h>

#include "methods/analytic/convex_pair.h"

namespace graze::analytic {

struct ConvexStretch {
  Phase phase;
  double lo, hi;
  ConvexAxis first, last;  ///< kApart: at its start and its end
  bool decided = true;     ///< kUnsure: short, or proved to be nearly touching
};

struct ConvexScan {
  std::vector<ConvexStretch> stretches;
  bool used_band = false;  ///< some unsure stretch was proved to be within ConvexPair::band()
  bool complete = true;    ///< false: too much work, sure up to the end of the last
};

/// All stretches, or up to the first overlap.
ConvexScan scan_convex(ConvexPair& pair, bool first_only);

}  // namespace graze::analytic
