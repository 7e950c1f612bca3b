// SPDX-License-Identifier: MIT
// The question: how near do these moving things come, and when?                          [C9, G1]
#pragma once
#include <graze/contact/pair_report.h>
#include <graze/query/first_contact.h>
#include <graze/query/prepared_scene.h>

#include <vector>

namespace graze {

/// Each pair's smallest distance over the span (an instant is a span, too), in the order of the
/// pairs; paddings are taken off. Of the options span, tolerance (the width of the bracket), pairs,
/// budget, threads and progress count. Takes time quadratic in the number of bodies: no pair is too
/// far. Throws InputError like contacts_per_pair, and for a motion without derivative bounds.
std::vector<PairClearance> clearances_per_pair(const PreparedScene& scene,
                                               const ContactOptions& options = {});
std::vector<PairClearance> clearances_per_pair(const Scene& scene,
                                               const ContactOptions& options = {});

}  // namespace graze
