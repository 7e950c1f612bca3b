// SPDX-License-Identifier: MIT
// Question   Which displacement is nearest to the wanted one and does not press into contacts?
//                                                                                             [C11]
// Source     Redon, Kheddar, Coquillart 2002, section 7: Gauss' principle of least constraint.
// Guarantee  None: the certified question that follows decides.
// Changed    Displacements instead of accelerations: the world is of first order. The quadratic
//            programme is solved through its dual, whose variables are the contact forces.
#include "query/drag/least_constraint.h"

#include <algorithm>

namespace graze::drag {
namespace {
constexpr int kSweeps = 60;

/// What a unit force at the constraint does: the row of M^-1 J^T.
Displacement response(const Constraint& constraint, double radius) {
  return {constraint.normal, constraint.arm.cross(constraint.normal) / (radius * radius)};
}

void add(Displacement& move, const Displacement& part, double factor) {
  move.shift += factor * part.shift;
  move.turn += factor * part.turn;
}
}  // namespace

double along_normal(const Constraint& constraint, const Displacement& move) {
  return constraint.normal.dot(move.shift + move.turn.cross(constraint.arm));
}

Displacement least_constraint(const Displacement& wanted,
                              const std::vector<Constraint>& constraints, double radius) {
  Displacement move = wanted;
  std::vector<double> force(constraints.size(), 0.0);
  for (int sweep = 0; sweep < kSweeps; ++sweep) {
    for (std::size_t i = 0; i < constraints.size(); ++i) {
      const Displacement unit = response(constraints[i], radius);
      const double stiffness = along_normal(constraints[i], unit);
      const double missing = constraints[i].lowest - along_normal(constraints[i], move);
      const double next = std::max(0.0, force[i] + missing / stiffness);
      add(move, unit, next - force[i]);
      force[i] = next;
    }
  }
  return move;
}

}  // namespace graze::drag
