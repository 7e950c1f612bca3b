// SPDX-License-Identifier: MIT
// Looks at a frame of a world with a test that shares nothing with its solver.
#pragma once
#include "graze/dynamics/world.h"

namespace graze {

/// Every triangle of every body against every triangle of every other that it must not touch, whose
/// boxes meet: exact for the stored poses' rounded corners. Round shapes by their distance.
bool no_triangles_meet(const World& world);

}  // namespace graze
