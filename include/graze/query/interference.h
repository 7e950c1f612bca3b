// SPDX-License-Identifier: MIT
// The question: which parts of an assembly are inside each other, how deep, and is it a fit?
//                                                                                        [V1, G3]
#pragma once
#include <graze/contact/interference.h>
#include <graze/query/overlap_volume.h>

#include <functional>

namespace graze {

struct InterferenceOptions {
  int instants = 21;  ///< over the span, ends included, >= 2; one if nothing moves
  int pixels = 128;   ///< columns along each axis, 1 to 4096
  Budget budget = {};
  std::function<void(double done)> progress = {};  ///< called with 0 … 1
};

/// All pairs of bodies that must not touch, and the pairs of scene.fits, which may be as deep in
/// each other as they say; a body that is said to be hollow has no inside, and its pairs are left
/// out. The depth is the mean one along the way out; where the overlap is all around (a shaft in
/// its bearing), its mean thickness; of a part that is wholly inside another, its own thickness.
/// Throws InputError like OverlapScene.
InterferenceReport interferences(const OverlapScene& scene,
                                 const InterferenceOptions& options = {});

}  // namespace graze
