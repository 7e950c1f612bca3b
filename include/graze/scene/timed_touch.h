// SPDX-License-Identifier: MIT
// Pairs that may touch, for the whole span or for a part of it.                               [G3]
#pragma once
#include <graze/scene/scene.h>

#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace graze {

/// Pairs that may touch during parts of the span only.
struct TimedTouch {
  std::vector<std::pair<BodyId, BodyId>> pairs;
  std::vector<Interval> allowed;  ///< seconds
};

/// Two names (`*` and `?` are wildcards), and when their bodies may touch; always if it says none.
struct TouchRule {
  std::string a, b;
  std::optional<Interval> allowed = {};
};

/// Adds the checked pairs of bodies that two names match (`*` and `?` are wildcards) to the scene's
/// rules, and returns them. What may touch during `allowed` only is then asked about over the rest
/// of the span (check_scene). Throws InputError with `place` if a name matches no body.
TimedTouch allow_touch(Scene& scene, const std::string& a, const std::string& b,
                       const std::optional<Interval>& allowed, const std::string& place);

/// The same for several rules. A pair that several of them match may touch whenever one allows it.
/// Only what may touch for a while is returned: pairs with the same times together.
std::vector<TimedTouch> allow_touches(Scene& scene, const std::vector<TouchRule>& rules,
                                      const std::string& place);

/// The parts of the span that are left.
std::vector<Interval> checked_parts(const Interval& span, const std::vector<Interval>& allowed);

}  // namespace graze
