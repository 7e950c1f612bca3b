// SPDX-License-Identifier: MIT
// What a recording says of who is apart from whom, and whether it is true.               [C11, V8]
#pragma once
#include <graze/query/prove_scene.h>
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

/// A pair of broken_claims, and when.
struct FrameFault {
  double time = 0.0;  ///< seconds
  BodyId a, b;
};

/// Every frame by itself.
std::vector<FrameFault> faults_of(const Recording& recording, const Scene& ways);

/// Each claim asked of contacts_per_pair, in order. Of the options span and pairs do not count.
/// Without a tolerance it is a thousandth of the smallest default one: bodies come within a part of
/// their skins, never that close.
std::vector<AnsweredPairs> check_claims(const Recording& recording, const Scene& ways,
                                        ContactOptions options);

}  // namespace graze
