// SPDX-License-Identifier: MIT
// The impulses of a few contacts and joints that all affect each other.                       [V8]
#pragma once
#include <span>
#include <vector>

#include "dynamics/volume/coupled_system.h"

namespace graze::dynamics::by_volume {

/// One impulse between bounds, or three: a push that is not negative, and friction across it.
struct ConeGroup {
  Eigen::Index first = 0;
  bool has_friction = false;
  double friction = 0.0;  ///< Coulomb's coefficient
  double least = 0.0, most = kInfinity;
  Eigen::Index size() const { return has_friction ? 3 : 1; }
};

struct ConeAnswer {
  double error = 0.0;  ///< root of an energy
  int iterations = 0;  ///< sweeps and Newton steps
  bool is_converged = false;
};

/// Changes x so that x and w = W x + q obey the laws of the groups: w is zero where x is within its
/// bounds, and the largest friction opposes sliding. The allowed error is `tolerance` times
/// (`scale` + sqrt(x W x)).
ConeAnswer solve_cones(const Eigen::MatrixXd& responses, const VecX& q,
                       std::span<const ConeGroup> groups, double tolerance, double scale, VecX& x);

}  // namespace graze::dynamics::by_volume
