// SPDX-License-Identifier: MIT
// A step of a world in which surfaces never cross.                                            [V8]
#pragma once
#include "dynamics/world_data.h"

namespace graze::dynamics::barrier {

/// Takes one step. Throws InputError for dynamic rigid bodies, for joints, and for bodies that
/// overlap at the start.
StepReport step_by_barrier(World::Data& world);

}  // namespace graze::dynamics::barrier
