// SPDX-License-Identifier: MIT
// Question   Which velocities are nearest to the wished ones, under contacts, friction and joints?
// Source     Redon, Kheddar, Coquillart 2002 (ICRA): Gauss' principle of least constraint; friction
//            as in Alart, Curnier 1991; impulses as multipliers: Hestenes, Powell 1969.
// Guarantee  None for safety: its ways are proved free before they are taken. `residual` says how
//            well Coulomb's law holds.
// Changed    The unknowns are velocities, not impulses: as many as the bodies have degrees of
//            freedom, and redundant contacts do no harm.
#include "dynamics/least_constraint.h"

#include <algorithm>
#include <cmath>

#include "dynamics/turning_friction.h"
#include "dynamics/velocity_system.h"

namespace graze::dynamics {
namespace {
// Compliances: how far a contact yields to its impulse beyond the expected one, relative to how far
// the bodies alone would.
constexpr double kSoft = 1e-2;      // Newton's method converges from anywhere
constexpr double kExpected = 1e-4;  // it converges from impulses that are about right
constexpr double kHard = 1e-8;
constexpr double kGood = 1e-6;  // a residual that is good enough
constexpr double kFair = 1e-5;  // a residual that is good enough once a round does not halve it
constexpr double kGoodOfMany = 1e-4;
constexpr int kMostSolves = 40;
constexpr int kMostStuck = 8;  // rounds in a row without change: the contacts ask for too much
constexpr int kMostSteps = 24;
constexpr int kFirstSteps = 6;  // of Newton's method, enough if the expected impulses are right
constexpr int kMostSweeps = 120;
constexpr double kSharper = 0.4;  // sweeps must do better: their residual ignores the imbalance
constexpr int kMostBatches = 4;

bool is_many(const SolverProblem& problem) { return problem.bodies.size() > kManyBodies; }

bool has_friction(const SolverProblem& problem) {
  for (const SolverPair& pair : problem.pairs) {
    for (const SolverContact& c : pair.contacts) {
      if (c.friction > 0.0) return true;
    }
  }
  return false;
}

bool is_expected(const SolverProblem& problem) {
  for (const SolverPair& pair : problem.pairs) {
    for (const SolverContact& c : pair.contacts) {
      if (!c.prior.isZero(0.0)) return true;
    }
  }
  return false;
}

// Solves Coulomb's law itself with this compliance. If that fails, tries `softer` and, on success,
// sets the compliance to it.
bool solve_law(VelocitySystem& solver, double& compliance, double softer, int most_steps) {
  solver.set_compliance(compliance);
  if (solver.solve_coulomb(most_steps)) return true;
  if (!(softer > compliance) || most_steps < kMostSteps) return false;
  solver.set_compliance(softer);
  if (!solver.solve_coulomb(kMostSteps)) return false;
  compliance = softer;
  return true;
}

// The answer nearest to Coulomb's law.
struct Best {
  SolverResult result;
  double residual = kInfinity;

  void take(const VelocitySystem& solver, double other, ContactLaw law) {
    if (other < residual) result = solver.result(residual = other, law);
  }
};

// Sweeps over all contacts as long as that helps. False if the residual is not good in the end:
// such an answer may add energy and is not used.
bool sweep(VelocitySystem& solver, double good, Best& best) {
  if (!(solver.sweep(kMostSweeps, kSharper * good) <= good)) return false;
  solver.set_compliance(1.0);  // as soft as the bodies, as in the sweeps' own residual
  const double residual = solver.residual(ContactLaw::kCoulomb);
  if (residual > good) return false;
  best.take(solver, residual, ContactLaw::kCoulomb);
  return true;
}

// Solves rounds of soft contacts, each starting from the impulses of the last. Once nothing changes
// any more, the contacts act as hard ones. Each round first tries Coulomb's law itself. If that
// fails, sweeps improve the impulses for another try, and after that the convex problem for given
// shifts is solved, which leads to better shifts.
SolverResult solve_with_friction(VelocitySystem& solver, bool has_expected, double good) {
  solver.set_guess();
  Best best;
  double compliance = has_expected ? kExpected : kSoft;
  solver.set_compliance(compliance);
  solver.set_shifts();
  bool is_law = false;
  for (int i = 0, idle = 0, stuck = 0, batches = 0; i < kMostSolves; ++i) {
    // The compliance with which the law was solved last, or the softest.
    const double softer = is_law ? 10.0 * compliance : kSoft;
    const bool has_impulses = has_expected || i > 0;
    const int most_steps = i == 0 ? kFirstSteps : kMostSteps;
    is_law = has_impulses && solve_law(solver, compliance, softer, most_steps);
    if (has_impulses && !is_law && batches++ < kMostBatches) {
      if (sweep(solver, good, best)) break;
      compliance = kExpected;
      continue;
    }
    solver.set_compliance(compliance);
    if (!is_law) solver.minimise(ContactLaw::kCone);
    const ContactLaw law = is_law ? ContactLaw::kCoulomb : ContactLaw::kCone;
    const double residual = solver.residual(law);
    idle = residual < 0.5 * best.residual ? 0 : idle + 1;
    stuck = std::abs(residual - best.residual) > 0.01 * best.residual ? 0 : stuck + 1;
    best.take(solver, residual, law);
    const bool is_fair = best.residual <= kFair && idle >= 1;
    if (best.residual <= good || is_fair || stuck >= kMostStuck) break;
    std::vector<Vec3> impulses = solver.impulses(law);
    // Newton's step for the shifts may fail to help; every other round takes a plain one.
    !is_law&& i % 2 == 0 ? solver.follow_shifts() : solver.set_shifts();
    solver.expect(std::move(impulses));
    compliance = is_law ? std::max(kHard, 0.1 * compliance) : std::min(kSoft, 10.0 * compliance);
  }
  return best.result;
}

// Without friction, hard contacts are usually solved at once. Large heaps may need softer ones
// first.
SolverResult solve_without_friction(VelocitySystem& solver) {
  const ContactLaw law = ContactLaw::kSmooth;
  solver.set_compliance(kHard);
  if (!solver.minimise(law)) {
    for (double compliance = kSoft; compliance >= kHard; compliance *= 0.1) {
      solver.set_compliance(compliance);
      solver.minimise(law);
      solver.expect(solver.impulses(law));
    }
    solver.minimise(law);
  }
  return solver.result(solver.residual(law), law);
}

SolverResult solve_with_points(const SolverProblem& problem, FrictionLaw law) {
  VelocitySystem solver(problem);
  if (law == FrictionLaw::kNone || !has_friction(problem)) return solve_without_friction(solver);
  const double good = std::max(problem.good, good_residual(problem));
  return solve_with_friction(solver, is_expected(problem), good);
}
}  // namespace

double good_residual(const SolverProblem& problem) {
  return is_many(problem) ? kGoodOfMany : kGood;
}

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
