// SPDX-License-Identifier: MIT
#include "io/scene_json/read_rules.h"

#include <algorithm>
#include <unordered_set>

#include "graze/base/nearest_word.h"
#include "graze/base/wildcard.h"

namespace graze::scene_json {
namespace {
/// The names that rules may use.
struct KnownNames {
  std::unordered_set<std::string> exact;
  std::vector<std::string_view> sorted;
};

KnownNames known_names(const Scene& scene) {
  KnownNames names;
  for (const Body& body : scene.bodies) {
    names.exact.insert(body.name);
    names.exact.insert(body.groups.begin(), body.groups.end());
  }
  names.sorted.assign(names.exact.begin(), names.exact.end());
  std::sort(names.sorted.begin(), names.sorted.end());
  return names;
}

/// The name of a body or a group, or all names that match a pattern with `*` and `?`.
std::vector<std::string> names_in_rule(const JsonCursor& cursor, const KnownNames& known) {
  const std::string name = cursor.text();
  if (known.exact.contains(name)) return {name};
  std::vector<std::string> matching;
  for (const std::string_view one : known.sorted) {
    if (is_like(std::string(one), name)) matching.emplace_back(one);
  }
  if (!matching.empty()) return matching;
  cursor.refuse("the name of a body or a group", did_you_mean(name, known.sorted));
}

/// ["a", "b"], or {"pair": ["a", "b"], "depth": 0.02}.
void read_rule(const JsonCursor& rule, const KnownNames& known, Scene& scene) {
  const bool has_depth = rule.value().is_object();
  if (has_depth) rule.expect_keys({"pair", "depth"});
  const auto names = (has_depth ? rule.at("pair") : rule).items(2);
  const auto first = names_in_rule(names[0], known), second = names_in_rule(names[1], known);
  for (const std::string& a : first) {
    for (const std::string& b : second) {
      if (first == second && b < a) continue;  // a pattern with itself: each pair once
      scene.may_touch.emplace_back(a, b);
      if (has_depth) scene.fits.push_back({a, b, rule.at("depth").number({0.0, 1e12})});
    }
  }
}
}  // namespace

void read_rules(const JsonCursor& rules, Scene& scene) {
  const KnownNames known = known_names(scene);
  for (const JsonCursor& rule : rules.items()) read_rule(rule, known, scene);
}
}  // namespace graze::scene_json
