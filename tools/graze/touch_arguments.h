// SPDX-License-Identifier: MIT
// --may-touch: pairs that may touch, for the whole span or a part of it.                      [G3]
#pragma once
#include <string>
#include <vector>

#include "graze/query/prepared_scene.h"

namespace graze::tool {

/// Pairs that may touch during a part of the span only.
struct TimedTouch {
  std::vector<std::pair<BodyId, BodyId>> pairs;
  Interval allowed;  ///< seconds
};

/// "A:B" or "A:B@FROM:TO"; * and ? in names stand for any letters and one. Adds both to the scene's
/// rules and returns the timed ones: the caller asks about their pairs over the rest of the span.
/// Throws InputError if a name matches no body.
std::vector<TimedTouch> allow_touch(Scene& scene, const std::vector<std::string>& texts);

/// The parts of the span that are left.
std::vector<Interval> checked_parts(const Interval& span, const Interval& allowed);

}  // namespace graze::tool
