// SPDX-License-Identifier: MIT
#include <algorithm>

#include "graze/scene/pair_count.h"

namespace graze {
namespace {
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

/// The reason that counts one more.
std::size_t& reason_of(const Scene& scene, std::size_t a, std::size_t b, UncheckedPairs& counts) {
  const Body &first = scene.bodies[a], &second = scene.bodies[b];
  if (first.shape.is_unbounded() && second.shape.is_unbounded()) return counts.half_spaces;
  if (are_joined(scene, a, b)) return counts.joined;
  return move_together(first, second) ? counts.together : counts.allowed;
}

bool has_shape(const Body& body) { return !body.shape.mesh().is_empty(); }
}  // namespace

std::size_t count_shapes(const Scene& scene) {
  return static_cast<std::size_t>(std::ranges::count_if(scene.bodies, has_shape));
}

UncheckedPairs count_unchecked(const Scene& scene) {
  UncheckedPairs counts;
  for (std::size_t a = 0; a < scene.bodies.size(); ++a) {
    if (!has_shape(scene.bodies[a])) continue;
    for (std::size_t b = a + 1; b < scene.bodies.size(); ++b) {
      if (has_shape(scene.bodies[b])) ++reason_of(scene, a, b, counts);
    }
  }
  return counts;
}

}  // namespace graze
