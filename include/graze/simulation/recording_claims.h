// SPDX-License-Identifier: MIT
// What a recording says of who is apart from whom, to be checked by others.              [C11, V8]
#pragma once
#include <graze/simulation/recording.h>

#include <utility>
#include <vector>

namespace graze {

/// Pairs that are apart during a span.
struct ApartClaim {
  Interval span = {};                                 ///< seconds
  std::vector<std::pair<BodyId, BodyId>> pairs = {};  ///< empty: all that must not touch
};

/// Of the pairs that must not touch in `ways` (see recorded_scene): all of them all the time in a
/// rigid world; in a world by volume those and the times that its frames do not list as overlaps.
/// In order of time; each span is as long as can be.
std::vector<ApartClaim> claims_of(const Recording& recording, const Scene& ways);

/// Pairs whose triangles meet in a frame, though the steps on both sides of it say that they are
/// apart. See intersecting_pairs.
std::vector<std::pair<BodyId, BodyId>> broken_claims(const Recording& recording, const Scene& ways,
                                                     std::size_t frame);

}  // namespace graze
