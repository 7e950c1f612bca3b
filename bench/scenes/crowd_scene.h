// SPDX-License-Identifier: MIT
// Many bodies that drift and spin through each other: seeded.                            [C8, C13]
#pragma once
#include "graze/scene/scene.h"

namespace graze::bench {

/// `count` blobs of 500 triangles and unit diagonal, apart at t = 0 on a jittered grid, filling
/// `fill` of the room. In the one second of the scene each goes up to `speed` and turns by up to
/// `speed` rad, whatever is in its way.
Scene make_crowd(int count, double fill = 0.1, double speed = 1.0);

}  // namespace graze::bench
