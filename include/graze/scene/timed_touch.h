// SPDX-License-Identifier: MIT
// Pairs that may touch, for the whole span or for a part of it.                               [G3]
#pragma once
#include <graze/scene/scene.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace graze {

/// Pairs that may touch during a part of the span only.
struct TimedTouch {
  std::vector<std::pair<BodyId, BodyId>> pairs;
  Interval allowed;  ///< seconds
};

/// Adds the checked pairs of bodies that two names match (`*` and `?` are wildcards) to the scene's
/// rules, and returns them. What may touch during `allowed` only is then asked about over the rest
/// of the span (check_scene). Throws InputError with `place` if a name matches no body.
TimedTouch allow_touch(Scene& scene, const std::string& a, const std::string& b,
                       const std::optional<Interval>& allowed, const std::string& place);

/// The parts of the span that are left.
std::vector<Interval> checked_parts(const Interval& span, const Interval& allowed);

}  // namespace graze
