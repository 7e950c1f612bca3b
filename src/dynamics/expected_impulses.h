// SPDX-License-Identifier: MIT
// What each contact of a pair is expected to give, from what the pair gave last.             [C11]
#pragma once
#include <map>
#include <utility>

#include "dynamics/least_constraint.h"

namespace graze::dynamics {

/// Force and torque at the world's origin that the contacts of two bodies (a < b) give b.
using PairForces = std::map<std::pair<std::size_t, std::size_t>, Vec6>;

/// Forces of a solve that misses its laws by more are not expected of the next one.
inline constexpr double kMostResidual = 1e-2;

/// The sum of a pair's impulses, at the world's origin.
Vec6 wrench_of(const SolverPair& pair, const std::vector<Vec3>& impulses);

/// Spreads an impulse (at the world's origin) over the contacts as evenly as can be, none of them
/// pulling, as their prior impulses. Where they cannot give it, about so much.
void expect(SolverPair& pair, const Vec6& wrench);

}  // namespace graze::dynamics
