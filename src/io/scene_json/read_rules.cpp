// SPDX-License-Identifier: MIT
#include "io/scene_json/read_rules.h"

#include <fnmatch.h>

#include <algorithm>
#include <unordered_set>

#include "graze/base/nearest_word.h"
#include "graze/io/file.h"

namespace graze::scene_json {
namespace {
/// Names that rules may have.
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

/// The name of a body or a group, or all that `*` and `?` stand for.
std::vector<std::string> names_in_rule(const JsonCursor& cursor, const KnownNames& known) {
  const std::string name = cursor.text();
  if (known.exact.contains(name)) return {name};
  std::vector<std::string> matching;
  for (const std::string_view one : known.sorted) {
    if (::fnmatch(name.c_str(), std::string(one).c_str(), 0) == 0) matching.emplace_back(one);
  }
  if (!matching.empty()) return matching;
  cursor.refuse("the name of a body or a group", did_you_mean(name, known.sorted));
}

/// Names of bodies only: a group as its members.
std::vector<std::string> bodies_named(const std::vector<std::string>& names, const Scene& scene) {
  std::vector<std::string> bodies;
  for (const Body& body : scene.bodies) {
    const auto is_meant = [&](const std::string& name) {
      return name == body.name || std::ranges::count(body.groups, name) > 0;
    };
    if (std::ranges::any_of(names, is_meant)) bodies.push_back(body.name);
  }
  return bodies;
}

/// ["a", "b"], or {"pair": ["a", "b"], "depth": 0.02}.
void read_rule(const JsonCursor& rule, const KnownNames& known, Scene& scene,
               std::vector<SceneFit>& fits) {
  const bool has_depth = rule.value().is_object();
  if (has_depth) rule.expect_keys({"pair", "depth"});
  const auto names = (has_depth ? rule.at("pair") : rule).items(2);
  const auto first = names_in_rule(names[0], known), second = names_in_rule(names[1], known);
  for (const std::string& a : first) {
    for (const std::string& b : second) {
      if (first == second && b < a) continue;  // a pattern with itself: each pair once
      scene.may_touch.emplace_back(a, b);
    }
  }
  if (!has_depth) return;
  const double depth = rule.at("depth").number({0.0, 1e12});
  for (const std::string& a : bodies_named(first, scene)) {
    for (const std::string& b : bodies_named(second, scene)) {
      if (a != b) fits.push_back({a, b, depth});
    }
  }
}
}  // namespace

std::vector<SceneFit> read_rules(const JsonCursor& rules, Scene& scene) {
  const KnownNames known = known_names(scene);
  std::vector<SceneFit> fits;
  for (const JsonCursor& rule : rules.items()) read_rule(rule, known, scene, fits);
  return fits;
}
}  // namespace graze::scene_json

namespace graze {

std::vector<SceneFit> parse_fits(std::string_view text, const std::string& place,
                                 const Scene& scene) {
  const json::Json document = json::parse_json(text, place);
  const auto rules = json::JsonCursor(document, place).find("may_touch");
  Scene named = scene;
  return rules ? scene_json::read_rules(*rules, named) : std::vector<SceneFit>{};
}

std::vector<SceneFit> load_fits(const std::filesystem::path& path, const Scene& scene) {
  return parse_fits(read_file(path, std::size_t{1} << 30), path.string(), scene);
}

}  // namespace graze
