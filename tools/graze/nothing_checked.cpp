// SPDX-License-Identifier: MIT
#include "nothing_checked.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <algorithm>

#include "graze/io/load_gltf.h"
#include "graze/scene/pair_count.h"
#include "report_table.h"
#include "verbs.h"

namespace graze::tool {
namespace {
/// Why pairs of bodies with shapes are not checked, and how many for each reason.
struct UncheckedPairs {
  std::size_t half_spaces = 0, together = 0, joined = 0, allowed = 0;

  std::size_t all() const { return half_spaces + together + joined + allowed; }
};

/// Both are in a group that an animation moves as one.
bool move_together(const Body& a, const Body& b) {
  return std::ranges::any_of(a.groups, [&](const std::string& group) {
    return is_group_of_one_motion(group) && std::ranges::find(b.groups, group) != b.groups.end();
  });
}

bool are_joined(const Scene& scene, std::size_t a, std::size_t b) {
  const auto hangs = [&](std::size_t child, std::size_t parent) {
    const Body& body = scene.bodies[child];
    return body.joint != JointKind::kNone && body.parent == BodyId(parent);
  };
  return hangs(a, b) || hangs(b, a);
}

UncheckedPairs count_unchecked(const Scene& scene) {
  UncheckedPairs counts;
  for (std::size_t a = 0; a < scene.bodies.size(); ++a) {
    const Body& first = scene.bodies[a];
    if (first.shape.mesh().is_empty()) continue;
    for (std::size_t b = a + 1; b < scene.bodies.size(); ++b) {
      const Body& second = scene.bodies[b];
      if (second.shape.mesh().is_empty()) continue;
      if (first.shape.is_unbounded() && second.shape.is_unbounded()) {
        ++counts.half_spaces;
      } else if (are_joined(scene, a, b)) {
        ++counts.joined;
      } else if (move_together(first, second)) {
        ++counts.together;
      } else {
        ++counts.allowed;
      }
    }
  }
  return counts;
}

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

std::size_t count_shapes(const Scene& scene) {
  return static_cast<std::size_t>(
      std::count_if(scene.bodies.begin(), scene.bodies.end(),
                    [](const Body& body) { return !body.shape.mesh().is_empty(); }));
}

std::size_t asked_pairs(const Scene& scene, const ContactOptions& options) {
  return options.pairs.empty() ? checked_pair_count(scene) : options.pairs.size();
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
