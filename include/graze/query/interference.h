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

/// Looks at all pairs that must not touch, and at the pairs of scene.fits, which may overlap as
/// deeply as they state. A body that the scene calls hollow has no inside, and its pairs are left
/// out. The depth is the mean depth along the way out. If the overlap goes all around (a shaft in
/// its bearing), it is the mean thickness; of a part wholly inside another, the part's own
/// thickness. Throws InputError like OverlapScene.
InterferenceReport interferences(const OverlapScene& scene,
                                 const InterferenceOptions& options = {});

}  // namespace graze
