// SPDX-License-Identifier: MIT
#include "graze/scene/timed_touch.h"

#include <algorithm>
#include <map>

namespace graze {
namespace {
using Pair = std::pair<BodyId, BodyId>;

/// Those that are checked and that the rule's names match, each once.
std::vector<Pair> pairs_of(const Scene& scene, const TouchRule& rule, const std::string& place) {
  const TouchRules rules(scene);
  std::vector<Pair> pairs;
  for (const BodyId first : bodies_like(scene, rule.a, place)) {
    for (const BodyId second : bodies_like(scene, rule.b, place)) {
      if (first == second || !rules.is_checked(first, second)) continue;
      pairs.emplace_back(std::min(first, second), std::max(first, second));
    }
  }
  std::sort(pairs.begin(), pairs.end());
  pairs.erase(std::unique(pairs.begin(), pairs.end()), pairs.end());
  return pairs;
}

void add_rules(const std::vector<Pair>& pairs, Scene& scene) {
  for (const auto& [a, b] : pairs) {
    scene.may_touch.emplace_back(scene.bodies[a.index()].name, scene.bodies[b.index()].name);
  }
}

std::vector<Interval> left_of(const Interval& span, const Interval& allowed) {
  std::vector<Interval> parts;
  if (allowed.lo > span.lo) parts.emplace_back(span.lo, std::min(allowed.lo, span.hi));
  if (allowed.hi < span.hi) parts.emplace_back(std::max(allowed.hi, span.lo), span.hi);
  return parts;
}
}  // namespace

TimedTouch allow_touch(Scene& scene, const std::string& a, const std::string& b,
                       const std::optional<Interval>& allowed, const std::string& place) {
  TimedTouch touch{pairs_of(scene, {a, b, allowed}, place), {allowed.value_or(scene.span)}};
  add_rules(touch.pairs, scene);
  return touch;
}

std::vector<TimedTouch> allow_touches(Scene& scene, const std::vector<TouchRule>& rules,
                                      const std::string& place) {
  std::map<Pair, std::vector<Interval>> times;
  std::vector<Pair> always;
  // All rules are read against the scene as it was: the first must not hide a pair from the next.
  for (const TouchRule& rule : rules) {
    for (const Pair& pair : pairs_of(scene, rule, place)) {
      if (rule.allowed) {
        times[pair].push_back(*rule.allowed);
      } else {
        always.push_back(pair);
      }
    }
  }
  for (const Pair& pair : always) times.erase(pair);
  add_rules(always, scene);
  std::vector<TimedTouch> touches;
  for (const auto& [pair, allowed] : times) {
    add_rules({pair}, scene);
    const auto same = std::find_if(touches.begin(), touches.end(), [&](const TimedTouch& touch) {
      return touch.allowed == allowed;
    });
    if (same != touches.end()) {
      same->pairs.push_back(pair);
    } else {
      touches.push_back({{pair}, allowed});
    }
  }
  return touches;
}

std::vector<Interval> checked_parts(const Interval& span, const std::vector<Interval>& allowed) {
  std::vector<Interval> parts{span};
  for (const Interval& one : allowed) {
    std::vector<Interval> left;
    for (const Interval& part : parts) {
      const std::vector<Interval> rest = left_of(part, one);
      left.insert(left.end(), rest.begin(), rest.end());
    }
    parts = std::move(left);
  }
  return parts;
}

}  // namespace graze
