// SPDX-License-Identifier: MIT
// Can a triangle be moved out of a solid by a short way?                                   [C9, G1]
#pragma once
#include <optional>

#include "graze/base/budget.h"
#include "graze/geometry/exact_predicates.h"
#include "graze/scene/shape.h"

namespace graze {

/// Remembers the way that the last triangle was moved: its neighbours go the same.
class MovedOut {
 public:
  /// `solid` is closed. Keeps references.
  MovedOut(const Shape& solid, double way, BudgetWatch& watch)
      : solid_(solid), way_(way), watch_(watch) {}

  /// True only if a translation by `way` or less takes the whole triangle out of the solid: exact
  /// for the rounded corners. Not every such translation is found.
  bool can_be_left_by(const Corners& triangle);

 private:
  bool is_left_by(const Corners& moved) const;
  std::optional<std::uint32_t> meeting(const Corners& triangle) const;
  std::uint32_t nearest(const Vec3& p) const;
  std::optional<Vec3> outward(std::uint32_t triangle) const;

  const Shape& solid_;
  double way_;
  BudgetWatch& watch_;
  Vec3 last_ = Vec3::Zero();
};

}  // namespace graze
