// SPDX-License-Identifier: MIT
// The question: when do these moving things touch, and when do they part again?           [C9, G1]
#pragma once
#include <graze/contact/pair_report.h>
#include <graze/query/first_contact.h>
#include <graze/query/prepared_scene.h>

#include <vector>

namespace graze {

struct IntervalOptions {
  /// Bodies that part for less than this may be reported as touching throughout; > 0, seconds.
  /// Default: 1/256 of the span. Less than a millionth of the span counts as that.
  std::optional<double> shortest_gap = {};
  /// Largest width of an exit's bracket; > 0, seconds. Default: 1e-6 of the span.
  std::optional<double> time_resolution = {};
};

/// Each pair's stretches of contact over the span, in the order of the pairs; far pairs have none.
/// Entries are those of `certified`; an exit is found by halving, each half proved free or not. Of
/// the contact options, span, tolerance, min_separation, pairs, far_pairs, budget, threads and
/// progress are used. Throws InputError like contacts_per_pair, and for motions without derivative
/// bounds.
std::vector<PairIntervals> contact_intervals_per_pair(const PreparedScene& scene,
                                                      const ContactOptions& options = {},
                                                      const IntervalOptions& intervals = {});
std::vector<PairIntervals> contact_intervals_per_pair(const Scene& scene,
                                                      const ContactOptions& options = {},
                                                      const IntervalOptions& intervals = {});

}  // namespace graze
