// SPDX-License-Identifier: MIT
// The smallest distance of a scene's bodies over time.                                    [C9, G3]
#pragma once
#include <graze/query/clearance.h>

#include <vector>

namespace graze {

/// Smallest distance of all checked pairs at instants and, proved, over the whole span.
struct ClearanceCurve {
  struct Sample {
    double time = 0.0;
    PairClearance nearest;
  };
  std::vector<Sample> samples;  ///< evenly over the span; none if no pair is checked
  PairClearance smallest;       ///< over the span
};

/// Of the options those of clearances_per_pair count; throws like it. A span that is an instant has
/// one sample.
ClearanceCurve clearance_curve(const PreparedScene& scene, const ContactOptions& options,
                               std::size_t samples);

}  // namespace graze
