// SPDX-License-Identifier: MIT
#include "touch_arguments.h"

#include <cmath>

#include "graze/base/error.h"
#include "parse_number.h"

namespace graze::tool {
namespace {
struct StatedTouch {
  std::string a, b;
  std::optional<Interval> allowed;
};

StatedTouch parse_touch(const std::string& text) {
  const auto at = text.find('@');
  const std::string names = text.substr(0, at);
  const auto colon = names.find(':');
  const auto refuse = [&] {
    throw InputError({"--may-touch", "'" + text + "'", "A:B or A:B@FROM:TO",
                      "for example "
                      "'finger*:cup@1.5:4'"});
  };
  if (colon == std::string::npos || colon == 0 || colon + 1 == names.size()) refuse();
  StatedTouch touch{names.substr(0, colon), names.substr(colon + 1), {}};
  if (at == std::string::npos) return touch;
  const std::string range = text.substr(at + 1);
  const auto middle = range.find(':');
  if (middle == std::string::npos) refuse();
  touch.allowed = Interval(parse_number("--may-touch", range.substr(0, middle)),
                           parse_number("--may-touch", range.substr(middle + 1)));
  if (!(touch.allowed->lo <= touch.allowed->hi)) refuse();
  return touch;
}
}  // namespace

std::vector<TimedTouch> allow_touch(Scene& scene, const std::vector<std::string>& texts) {
  std::vector<TimedTouch> timed;
  for (const std::string& text : texts) {
    const StatedTouch touch = parse_touch(text);
    const TouchRules rules(scene);
    TimedTouch part{{}, touch.allowed.value_or(Interval(0.0, 0.0))};
    for (const BodyId a : bodies_like(scene, touch.a, "--may-touch")) {
      for (const BodyId b : bodies_like(scene, touch.b, "--may-touch")) {
        if (a == b || !rules.is_checked(a, b)) continue;
        part.pairs.emplace_back(std::min(a, b), std::max(a, b));
        scene.may_touch.emplace_back(scene.bodies[a.index()].name, scene.bodies[b.index()].name);
      }
    }
    if (touch.allowed && !part.pairs.empty()) timed.push_back(std::move(part));
  }
  return timed;
}

std::vector<Interval> checked_parts(const Interval& span, const Interval& allowed) {
  std::vector<Interval> parts;
  if (allowed.lo > span.lo) parts.emplace_back(span.lo, std::min(allowed.lo, span.hi));
  if (allowed.hi < span.hi) parts.emplace_back(std::max(allowed.hi, span.lo), span.hi);
  return parts;
}

}  // namespace graze::tool
