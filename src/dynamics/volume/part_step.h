// SPDX-License-Identifier: MIT
// An inner step of a world by volume: what it found and where it leads.              [V4, V5, V8]
#pragma once
#include <optional>

#include "dynamics/volume/contact_solver.h"
#include "dynamics/volume/dual_contacts.h"
#include "dynamics/volume/volume_parts.h"

namespace graze::dynamics::by_volume {

struct PartStep {
  ContactSet set;
  ContactTargets targets;
  std::optional<DualContacts> dual;  ///< only for small systems
  ContactSolution velocity, position;
  VecX kept;  ///< velocities afterwards; bodies move by velocity.v
  VecX fall;  ///< moves bodies and is then dropped, like position.v
  bool is_corrected = false;
  double correction_work = 0.0;  ///< see VolumeStep
  Moved moved;
  double h = 0.0;
  double next = kInfinity;  ///< about how long the guard will let the next one be
};

PartStep solve_part(World::Data& world, VolumeParts& parts, std::span<const PairVolume> overlaps,
                    double h);

SolverLimits limits_of(const World::Data& world);

/// Corrects overlaps that are too deep and the errors of joints: fills in `position`.
void correct_positions(const World::Data& world, VolumeParts& parts, PartStep& part);
/// Limits how far the correction strains elements. The energy that it puts into them is taken from
/// their trembling.
void pay_for_correction(const World::Data& world, VolumeParts& parts, PartStep& part);

}  // namespace graze::dynamics::by_volume
