// SPDX-License-Identifier: MIT
// Torques against rolling and spinning.                                                     [C11]
#pragma once
#include "dynamics/least_constraint.h"

namespace graze::dynamics {

/// The problem with rows against rolling and spinning, as strong as the impulses of the last
/// solution allow.
SolverProblem with_torques(const SolverProblem& problem, const SolverResult& last);

}  // namespace graze::dynamics
