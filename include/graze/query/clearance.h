// SPDX-License-Identifier: MIT
// The question: how close do these moving things come, and when?                           [C9, G1]
#pragma once
#include <graze/contact/pair_report.h>
#include <graze/query/first_contact.h>
#include <graze/query/prepared_scene.h>

#include <vector>

namespace graze {

/// Which pairs are checked if the options name none.
enum class ClearancePairs {
  /// Over a span those that move relative to each other, or all if none does; at an instant all.
  kMoving,
  kAll,  ///< all that are checked
};

/// Each pair's smallest distance over the span (which may be an instant), in the order of the
/// pairs; paddings are subtracted. These options are used: span, tolerance, pairs, budget, threads,
/// progress. Over a span the bracket is at most as wide as the tolerance (the options' or the
/// scene's; if neither has one, a thousandth of the distance, or the default if that is more).
/// Takes time quadratic in the number of bodies, since no pair is too far away to count. Throws
/// InputError like contacts_per_pair, and for a motion without derivative bounds.
std::vector<PairClearance> clearances_per_pair(const PreparedScene& scene,
                                               const ContactOptions& options = {},
                                               ClearancePairs pairs = ClearancePairs::kMoving);
std::vector<PairClearance> clearances_per_pair(const Scene& scene,
                                               const ContactOptions& options = {},
                                               ClearancePairs pairs = ClearancePairs::kMoving);

}  // namespace graze
