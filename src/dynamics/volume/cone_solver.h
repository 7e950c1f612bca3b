// SPDX-License-Identifier: MIT
// Impulses of few contacts and joints, each of which answers to all of them.                  [V8]
#pragma once
#include <span>
#include <vector>

#include "dynamics/volume/coupled_system.h"

namespace graze::dynamics::by_volume {

/// One number between bounds; or three: a push that is not negative, and friction across it.
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

/// Changes x so that w = W x + q and x keep the groups' laws: w is zero where x is within its
/// bounds, and what slides is opposed by the largest friction. The error may be `tolerance` times
/// the roots of the energies `scale`^2 and x W x.
ConeAnswer solve_cones(const Eigen::MatrixXd& responses, const VecX& q,
                       std::span<const ConeGroup> groups, double tolerance, double scale, VecX& x);

}  // namespace graze::dynamics::by_volume
