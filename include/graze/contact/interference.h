// SPDX-License-Identifier: MIT
// Which parts of an assembly are inside each other, and how deep: the answer.             [V1, G3]
#pragma once
#include <graze/base/id.h>

#include <cstddef>
#include <optional>
#include <vector>

namespace graze {

/// Two parts that are inside each other at some instant. Lengths in scene units.
struct Interference {
  BodyId a, b;
  double depth = 0.0;          ///< the largest seen at any instant
  double volume = 0.0;         ///< then
  double time = 0.0;           ///< of that instant, seconds
  double depth_at_rest = 0.0;  ///< at the start of the span
  double volume_at_rest = 0.0;
  bool is_inside = false;  ///< one was wholly inside the other then, and must move at least `depth`
  std::optional<double> allowed = {};  ///< by a fit
  double doubt = 0.0;  ///< parts that only touch may look this deep: how far their shapes may be
                       ///< off, and the tolerance

  bool is_touch() const { return depth <= doubt && !is_inside; }
  bool is_fit() const { return allowed && depth <= *allowed && !is_inside; }
  bool is_clash() const { return !is_touch() && !is_fit(); }
};

/// Sampled: depths and volumes come from depth images at some instants.
struct InterferenceReport {
  std::vector<Interference> found = {};  ///< deepest first
  std::vector<BodyId> with_holes = {};   ///< open meshes: what lies behind a hole is not counted
  std::size_t pairs = 0;                 ///< that were checked
  std::size_t instants = 0;              ///< that were looked at
  bool is_complete = true;               ///< false: the budget ended it before the last instant
};

}  // namespace graze
