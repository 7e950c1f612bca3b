// SPDX-License-Identifier: MIT
// Contact by pressure and viscous friction, as in Faure et al.                            [V3, V4]
#pragma once
#include "dynamics/volume/contact_solver.h"
#include "dynamics/volume/volume_parts.h"

namespace graze::dynamics::by_volume {

class PenaltyRows {
 public:
  PenaltyRows(const World::Data& world,
              std::span<const std::unique_ptr<elastic::ElasticForces>> soft,
              const CoupledSystem& system, std::span<const PairVolume> overlaps);

  /// (A + (h^2 k + h c) g g^T + h viscosity F^T F) v = b - h k V g.
  ContactSolution solve(VecX b, const VecX& start, const SolverLimits& limits) const;

 private:
  const CoupledSystem& system_;
  Rows gradients_;  ///< of each pair's volume
  VecX volumes_;
  Rows slides_;       ///< relative velocities at the friction patches
  VecX viscosities_;  ///< force / speed of each of them
  double stiffness_, damping_;
};

}  // namespace graze::dynamics::by_volume
