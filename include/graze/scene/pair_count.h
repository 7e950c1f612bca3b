// SPDX-License-Identifier: MIT
// How many pairs of a scene are checked, and why the others are not.
#pragma once
#include <graze/scene/scene.h>

#include <cstddef>
#include <string_view>

namespace graze {

/// checked_pairs(scene).size(), in time linear in the bodies plus the square of the names that the
/// rules mention, not in the pairs.
std::size_t checked_pair_count(const Scene& scene);

/// Bodies with a shape: others are frames that carry them.
std::size_t count_shapes(const Scene& scene);

/// True if the group is one that load_gltf makes of bodies that never move against each other:
/// "(stands still)", "(moves with NAME)".
inline bool is_group_of_one_motion(std::string_view group) {
  return group == "(stands still)" || group.starts_with("(moves with ");
}

/// Why pairs of bodies with shapes are not checked, and how many for each reason.
struct UncheckedPairs {
  std::size_t half_spaces = 0;  ///< both have no end
  std::size_t together = 0;     ///< both are in a group of one motion
  std::size_t joined = 0;       ///< by a joint
  std::size_t allowed = 0;      ///< to touch

  std::size_t all() const { return half_spaces + together + joined + allowed; }
};

/// Of a scene of which no pair is checked. Looks at every pair.
UncheckedPairs count_unchecked(const Scene& scene);

}  // namespace graze
