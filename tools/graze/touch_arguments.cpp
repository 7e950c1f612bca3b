// SPDX-License-Identifier: MIT
#include "touch_arguments.h"

#include "graze/base/error.h"
#include "parse_number.h"

namespace graze::tool {
namespace {
TouchRule parse_touch(const std::string& text) {
  const auto at = text.find('@');
  const std::string names = text.substr(0, at);
  const auto colon = names.find(':');
  const auto refuse = [&] {
    throw InputError({"--may-touch", "'" + text + "'", "A:B or A:B@FROM:TO",
                      "for example "
                      "'finger*:cup@1.5:4'"});
  };
  if (colon == std::string::npos || colon == 0 || colon + 1 == names.size()) refuse();
  TouchRule touch{names.substr(0, colon), names.substr(colon + 1), {}};
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
  std::vector<TouchRule> rules;
  for (const std::string& text : texts) rules.push_back(parse_touch(text));
  return allow_touches(scene, rules, "--may-touch");
}

}  // namespace graze::tool
