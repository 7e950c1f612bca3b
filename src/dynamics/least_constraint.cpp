// SPDX-License-Identifier: MIT
// Question   Which velocities are nearest to those wished for, under contacts, friction and joints?
// Source     Redon, Kheddar, Coquillart 2002 (ICRA): Gauss' principle of least constraint; friction
//            as in Alart, Curnier 1991.
// Guarantee  None of safety: what it gives is proved free before it is taken. `residual` says how
//            well Coulomb's law holds.
// Changed    Solved in the velocities, not in the impulses: as many unknowns as bodies have
//            freedoms, and redundant contacts are welcome.
#include "dynamics/least_constraint.h"

#include <algorithm>
#include <array>

#include "dynamics/turning_friction.h"
#include "dynamics/velocity_system.h"

namespace graze::dynamics {
namespace {
// Rows give way by this part of what their impulse would do to the bodies alone; soft ones first.
constexpr std::array<double, 3> kCompliances{1e-4, 1e-6, 1e-8};
constexpr double kGood = 1e-6;  // a residual that is good enough
constexpr double kFair = 1e-4;  // and one that is not worth more than a few tries
constexpr int kMostShifts = 12;

bool has_friction(const SolverProblem& problem) {
  for (const SolverPair& pair : problem.pairs) {
    for (const SolverContact& c : pair.contacts) {
      if (c.friction > 0.0) return true;
    }
  }
  return false;
}

// Hard contacts are found at once from a solution nearby. From farther off softer ones come first.
void minimise_cones(VelocitySystem& solver, bool from_soft) {
  if (!from_soft && solver.minimise(ContactLaw::kCone)) return;
  for (const double compliance : kCompliances) {
    solver.set_compliance(compliance);
    solver.minimise(ContactLaw::kCone);
    if (from_soft) solver.set_shifts();
  }
}

// Convex problems, each with shifts that the solution before leads to. None of their solutions
// makes energy, so the one nearest to Coulomb's law counts.
SolverResult solve_with_friction(VelocitySystem& solver) {
  solver.set_guess();
  solver.solve_coulomb();
  // What rests or slides as before is found from there at once.
  double best = solver.residual(ContactLaw::kCoulomb);
  if (best <= kGood) return solver.result(best, ContactLaw::kCoulomb);
  solver.set_guess();
  solver.set_shifts();
  minimise_cones(solver, true);
  SolverResult found;
  best = kInfinity;
  for (int i = 0, idle = 0; i < kMostShifts; ++i) {
    minimise_cones(solver, false);
    const double residual = solver.residual(ContactLaw::kCone);
    idle = residual < 0.5 * best ? 0 : idle + 1;
    if (residual < best) found = solver.result(best = residual, ContactLaw::kCone);
    if (best <= kGood || (best <= kFair && idle >= 2)) break;
    // Where steps of Newton's method lead nowhere, plain ones may.
    idle % 2 == 0 ? solver.follow_shifts() : solver.set_shifts();
  }
  return found;
}

SolverResult solve_with_points(const SolverProblem& problem, FrictionLaw law) {
  VelocitySystem solver(problem);
  if (law == FrictionLaw::kCoulomb && has_friction(problem)) return solve_with_friction(solver);
  solver.minimise(ContactLaw::kSmooth);
  return solver.result(solver.residual(ContactLaw::kSmooth), ContactLaw::kSmooth);
}
}  // namespace

SolverResult solve_least_constraint(const SolverProblem& problem, FrictionLaw law) {
  SolverResult result = solve_with_points(problem, law);
  const bool resists_turns = std::ranges::any_of(problem.pairs, [](const SolverPair& pair) {
    return pair.rolling > 0.0 || pair.spinning > 0.0;
  });
  if (law == FrictionLaw::kNone || !resists_turns) return result;
  for (int i = 0; i < 2; ++i) result = solve_with_points(with_torques(problem, result), law);
  return result;
}

}  // namespace graze::dynamics
