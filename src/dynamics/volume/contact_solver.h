// SPDX-License-Identifier: MIT
// The velocities after a step: the least change under contacts with Coulomb friction.         [V8]
#pragma once
#include <span>

#include "dynamics/volume/contact_rows.h"

namespace graze::dynamics::by_volume {

/// What a row of a joint demands.
struct LinkTarget {
  double speed = 0.0;
  double least = -kInfinity, most = kInfinity;  ///< impulses that it may give
};

/// What contacts and joints demand, one entry for each.
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
  double residual = 0.0;        ///< the largest of any solve, relative
  double friction_error = 0.0;  ///< change of the friction's limits in the last round, relative
  bool is_converged = true;
};

/// Minimises 1/2 v A v - b v over velocities whose held part is that of `start`, such that each
/// contact separates at least at its speed. Friction opposes sliding with at most the coefficient
/// times the normal impulse. `start` is a guess that may be far off; `impulses` is a guess for the
/// contacts, or empty.
ContactSolution solve_contacts(const CoupledSystem& system, const ContactSet& set,
                               const ContactTargets& targets, const VecX& b, const VecX& start,
                               const SolverLimits& limits, std::span<const Vec3> impulses = {});

}  // namespace graze::dynamics::by_volume
