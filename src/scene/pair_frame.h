// SPDX-License-Identifier: MIT
// The frame in which a pair of bodies is asked about.
#pragma once
#include "graze/motion/shared_carrier.h"
#include "graze/scene/scene.h"

namespace graze {

/// Both motions below the lowest common ancestor, without what carries both there too; `carrier`
/// is the pair's frame in the ancestor's.
CarriedPair carried_pair(const Scene& scene, std::span<const Motion> motions, BodyId a, BodyId b);

}  // namespace graze
