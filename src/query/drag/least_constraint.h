// SPDX-License-Identifier: MIT
// The displacement nearest to the wanted one that contacts allow.                             [C11]
#pragma once
#include <vector>

#include "graze/math/vec.h"

namespace graze::drag {

/// A small rigid displacement: of the body's centre, and a rotation vector about it. World frame.
struct Displacement {
  Vec3 shift = Vec3::Zero();
  Vec3 turn = Vec3::Zero();
};

/// A point of the body at a gap from something. normal . (displacement of the point) >= lowest.
struct Constraint {
  Vec3 normal = Vec3::Zero();  ///< unit, towards the body
  Vec3 arm = Vec3::Zero();     ///< from the body's centre to the point, world frame
  double lowest = 0.0;         ///< may be positive: move away by so much
};

/// How far the constraint's point moves along its normal.
double along_normal(const Constraint& constraint, const Displacement& move);

/// Minimises |shift - wanted.shift|^2 + radius^2 |turn - wanted.turn|^2 under the constraints, by
/// projected Gauss-Seidel steps on the forces. Where no displacement satisfies all of them it gives
/// a compromise: the caller checks what it does.
Displacement least_constraint(const Displacement& wanted,
                              const std::vector<Constraint>& constraints, double radius);

}  // namespace graze::drag
