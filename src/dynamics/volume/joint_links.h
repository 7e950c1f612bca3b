// SPDX-License-Identifier: MIT
// Joints of a world by volume: their rows follow those of the contacts.                  [V4, C11]
#pragma once
#include "dynamics/volume/contact_solver.h"
#include "dynamics/volume/volume_parts.h"

namespace graze::dynamics::by_volume {

/// True if the joint exists and is enabled.
bool is_active(const World::Data& world, std::size_t joint);

/// Adds the rows of all active joints to `set`, which must hold only contacts before.
void add_joint_rows(const World::Data& world, const CoupledSystem& system, ContactSet& set);
/// The targets for velocities: blocks hold, drives drive, and limits are not passed within `h`.
std::vector<LinkTarget> velocity_links(const ContactSet& set, double h);
/// The targets that remove a share of the joints' errors; without drives.
std::vector<LinkTarget> position_links(const ContactSet& set, double share, double h);

/// Updates the joints' values as the bodies move from the present state to `moved`.
void follow_joints(World::Data& world, const Moved& moved);
/// Disables the joints whose force exceeds their break force, and lists them.
void break_joints(World::Data& world, const ContactSet& set, const ContactSolution& solution,
                  double h, StepReport& report);

}  // namespace graze::dynamics::by_volume
