// SPDX-License-Identifier: MIT
#include "nothing_checked.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "graze/scene/pair_count.h"
#include "report_table.h"
#include "verbs.h"

namespace graze::tool {
namespace {
std::string why_unchecked(const UncheckedPairs& counts, std::size_t shapes) {
  const std::size_t all = counts.all();
  const std::string of_all = fmt::format("{} of {}", counted(all, "pair"), counted(shapes, "body"));
  if (counts.half_spaces == all) return "half-spaces are not checked against each other";
  if (counts.together == all) return "no body moves against another one";
  if (all == 1) {
    return fmt::format("the one pair of bodies is {}",
                       counts.joined == 1 ? "joined by a joint" : "allowed to touch");
  }
  if (counts.joined == all) return fmt::format("all {} are joined by joints", of_all);
  if (counts.allowed == all) return fmt::format("all {} are allowed to touch", of_all);
  std::string parts;
  const auto add = [&](std::size_t count, const char* what) {
    if (count > 0) parts += fmt::format("{}{} {}", parts.empty() ? "" : ", ", count, what);
  };
  add(counts.half_spaces, "of half-spaces");
  add(counts.together, "that never move against each other");
  add(counts.joined, "joined by joints");
  add(counts.allowed, "allowed to touch");
  return fmt::format("{}: {}", of_all, parts);
}
}  // namespace

void add_allow_empty(CLI::App& verb, bool& allow_empty) {
  verb.add_flag("--allow-empty", allow_empty, "no pair to check is fine: exit code 0, not 4");
}

std::string why_no_pair(const Scene& scene, bool is_robot) {
  const std::size_t shapes = count_shapes(scene);
  if (shapes == 0 && is_robot) {
    return "no link has a collision shape; --visual takes the visual ones";
  }
  if (shapes >= 2) return why_unchecked(count_unchecked(scene), shapes);
  const bool deforms = std::ranges::any_of(scene.bodies, &Body::deforms);
  return fmt::format(
      "{} a shape, and it takes two to touch{}", shapes == 0 ? "no body has" : "only one body has",
      deforms ? "; graze crossings asks where a body that deforms meets itself" : "");
}

int nothing_checked(const std::string& why, bool is_allowed) {
  if (is_allowed) return kFine;
  fmt::print(stderr, "graze: warning: nothing was checked: {}; --allow-empty accepts that\n",
             printable(why));
  return kNothing;
}

}  // namespace graze::tool
