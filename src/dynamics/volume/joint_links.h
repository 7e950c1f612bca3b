// SPDX-License-Identifier: MIT
// Joints of a world by volume: rows after those of its contacts.                         [V4, C11]
#pragma once
#include "dynamics/volume/contact_solver.h"
#include "dynamics/volume/volume_parts.h"

namespace graze::dynamics::by_volume {

/// The joint is there and enabled.
bool is_active(const World::Data& world, std::size_t joint);

/// Rows of all active joints; `set` holds contacts alone before.
void add_joint_rows(const World::Data& world, const CoupledSystem& system, ContactSet& set);
/// What velocities have to do: blocks stand, drives drive, limits are not passed in a step.
std::vector<LinkTarget> velocity_links(const ContactSet& set, double h);
/// What takes back a share of the joints' errors, without drives.
std::vector<LinkTarget> position_links(const ContactSet& set, double share, double h);

/// Values of joints follow the bodies from where they are to where they go.
void follow_joints(World::Data& world, const Moved& moved);
/// Joints whose force is above what they bear are switched off, and listed.
void break_joints(World::Data& world, const ContactSet& set, const ContactSolution& solution,
                  double h, StepReport& report);

}  // namespace graze::dynamics::by_volume
