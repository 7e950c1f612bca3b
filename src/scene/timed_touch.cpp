// SPDX-License-Identifier: MIT
#include "graze/scene/timed_touch.h"

#include <algorithm>

namespace graze {

TimedTouch allow_touch(Scene& scene, const std::string& a, const std::string& b,
                       const std::optional<Interval>& allowed, const std::string& place) {
  const TouchRules rules(scene);
  TimedTouch touch{{}, allowed.value_or(scene.span)};
  for (const BodyId first : bodies_like(scene, a, place)) {
    for (const BodyId second : bodies_like(scene, b, place)) {
      if (first == second || !rules.is_checked(first, second)) continue;
      touch.pairs.emplace_back(std::min(first, second), std::max(first, second));
      scene.may_touch.emplace_back(scene.bodies[first.index()].name,
                                   scene.bodies[second.index()].name);
    }
  }
  return touch;
}

std::vector<Interval> checked_parts(const Interval& span, const Interval& allowed) {
  std::vector<Interval> parts;
  if (allowed.lo > span.lo) parts.emplace_back(span.lo, std::min(allowed.lo, span.hi));
  if (allowed.hi < span.hi) parts.emplace_back(std::max(allowed.hi, span.lo), span.hi);
  return parts;
}

}  // namespace graze
