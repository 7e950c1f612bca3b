// SPDX-License-Identifier: MIT
// A six-jointed arm that works in a cage of thirty things, without touching any: seeded.      [C8]
#pragma once
#include "graze/scene/scene.h"

namespace graze::bench {

/// Bodies: thirty obstacles of 500 triangles, the base, six links of `triangles` each that move
/// through `waypoints` values of their joints in as many tenths of a second, and a hand that is
/// fixed to the last.
Scene make_cage_scene(std::size_t waypoints, double triangles = 3000);

}  // namespace graze::bench
