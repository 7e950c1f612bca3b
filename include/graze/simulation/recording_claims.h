// SPDX-License-Identifier: MIT
// Which bodies a recording claims to be apart, and whether that is true.                  [C11, V8]
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

/// About the pairs that must not touch in `ways` (see recorded_scene). In a rigid world all of them
/// are apart all the time; in a world by volume, except when its frames list them as overlaps. In
/// order of time; each span is as long as possible.
std::vector<ApartClaim> claims_of(const Recording& recording, const Scene& ways);

/// Pairs whose triangles meet in a frame, though the steps on both sides of it say that they are
/// apart. See intersecting_pairs.
std::vector<std::pair<BodyId, BodyId>> broken_claims(const Recording& recording, const Scene& ways,
                                                     std::size_t frame);

/// A pair of broken_claims, and the frame's time.
struct FrameFault {
  double time = 0.0;  ///< seconds
  BodyId a, b;
};

/// The faults of every frame, each looked at on its own.
std::vector<FrameFault> faults_of(const Recording& recording, const Scene& ways);

/// Checks each claim with contacts_per_pair, in order. Span and pairs of the options are ignored.
/// The default tolerance is a thousandth of the smallest default one of a scene: bodies come within
/// a part of their skins, never that close.
std::vector<AnsweredPairs> check_claims(const Recording& recording, const Scene& ways,
                                        ContactOptions options);

}  // namespace graze
