// SPDX-License-Identifier: MIT
// Velocities after a step: least change under contacts with Coulomb's friction.               [V8]
#pragma once
#include <span>

#include "dynamics/volume/contact_rows.h"

namespace graze::dynamics::by_volume {

/// What a row of a joint asks for.
struct LinkTarget {
  double speed = 0.0;
  double least = -kInfinity, most = kInfinity;  ///< impulses that it may give
};

/// What contacts and joints ask for, one number for each.
struct ContactTargets {
  std::vector<double> speeds;    ///< along the normal, at least
  std::vector<double> friction;  ///< coefficients; empty: none
  std::vector<LinkTarget> links = {};
};

struct SolverLimits {
  double tolerance = 1e-6;
  int max_iterations = 1000;
};

struct ContactSolution {
  VecX v;
  std::vector<Vec3> impulses;   ///< of each contact on b: along normal, tangents
  std::vector<double> links;    ///< impulses of joints' rows
  int iterations = 0;           ///< of conjugate gradients
  double residual = 0.0;        ///< the largest of a solve, relative
  double friction_error = 0.0;  ///< change of the friction's limits in the last round, relative
  bool is_converged = true;
};

/// min 1/2 v A v - b v over velocities whose held part is that of `start`, so that each contact
/// parts at least at its speed; friction opposes sliding with at most the coefficient times the
/// normal impulse. `start` is a guess, and may be far; `impulses` is one of the contacts', or
/// empty.
ContactSolution solve_contacts(const CoupledSystem& system, const ContactSet& set,
                               const ContactTargets& targets, const VecX& b, const VecX& start,
                               const SolverLimits& limits, std::span<const Vec3> impulses = {});

}  // namespace graze::dynamics::by_volume
