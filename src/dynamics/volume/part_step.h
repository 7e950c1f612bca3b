// SPDX-License-Identifier: MIT
// A part of a step of a world by volume: what it found and where it leads.               [V4, V5,
// V8]
#pragma once
#include <optional>

#include "dynamics/volume/contact_solver.h"
#include "dynamics/volume/dual_contacts.h"
#include "dynamics/volume/volume_parts.h"

namespace graze::dynamics::by_volume {

struct PartStep {
  ContactSet set;
  ContactTargets targets;
  std::optional<DualContacts> dual;  ///< where it is small
  ContactSolution velocity, position;
  VecX kept;  ///< velocities after the part; bodies move by velocity.v
  VecX fall;  ///< moves, and is forgotten, like the position's
  bool is_corrected = false;
  double correction_work = 0.0;  ///< see VolumeStep
  Moved moved;
  double h = 0.0;
  double next = kInfinity;  ///< how long the guard will let the next one be, about
};

PartStep solve_part(World::Data& world, VolumeParts& parts, std::span<const PairVolume> overlaps,
                    double h);

SolverLimits limits_of(const World::Data& world);

/// Takes back what is too deep and joints' errors: fills `position` of a part.
void correct_positions(const World::Data& world, VolumeParts& parts, PartStep& part);
/// Elements are strained no farther by that than they may be; what it puts into them is taken from
/// their trembling.
void pay_for_correction(const World::Data& world, VolumeParts& parts, PartStep& part);

}  // namespace graze::dynamics::by_volume
