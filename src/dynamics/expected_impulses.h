// SPDX-License-Identifier: MIT
// The impulse that each contact of a pair is expected to give, from the pair's last force.   [C11]
#pragma once
#include <map>
#include <utility>

#include "dynamics/least_constraint.h"

namespace graze::dynamics {

/// The total force on b of the contacts of two bodies (a < b), and its torque about the world's
/// origin.
using PairForces = std::map<std::pair<std::size_t, std::size_t>, Vec6>;

/// If the residual of a solve is above this, the next solve does not start from its forces.
inline constexpr double kMostResidual = 1e-2;

/// The sum of a pair's impulses, with their torque about the world's origin.
Vec6 wrench_of(const SolverPair& pair, const std::vector<Vec3>& impulses);

/// Sets the contacts' prior impulses: spreads a wrench (at the world's origin) over them as evenly
/// as possible, with none pulling. If the contacts cannot give it, they get about as much.
void expect(SolverPair& pair, const Vec6& wrench);

}  // namespace graze::dynamics
