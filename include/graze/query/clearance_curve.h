// SPDX-License-Identifier: MIT
// The smallest distance of a scene's bodies over time, as a proved band.                   [C9, G3]
#pragma once
#include <graze/contact/clearance_curve.h>
#include <graze/query/clearance.h>

namespace graze {

/// `samples` (at least 2) instants and the cells between them; a span that is an instant has one
/// sample. Pairs, options and errors are as in clearances_per_pair, but pairs that are far compared
/// with the nearest one cost next to nothing. Cells are computed in parallel; the result does not
/// depend on the threads. If the budget runs out, the rest is kUndecided.
ClearanceCurve clearance_curve(const PreparedScene& scene, const ContactOptions& options,
                               std::size_t samples, ClearancePairs pairs = ClearancePairs::kMoving);

}  // namespace graze
