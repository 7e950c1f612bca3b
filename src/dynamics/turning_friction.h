// SPDX-License-Identifier: MIT
// Torques against rolling and spinning.                                                     [C11]
#pragma once
#include "dynamics/least_constraint.h"

namespace graze::dynamics {

/// The problem with added rows against rolling and spinning, limited by the normal impulses of the
/// last solution.
SolverProblem with_torques(const SolverProblem& problem, const SolverResult& last);

}  // namespace graze::dynamics
