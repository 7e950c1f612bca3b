// SPDX-License-Identifier: MIT
// Boxes of a wide tree and what two bodies see of each other, in the form that the wide test wants.
#pragma once
#include "methods/certified/moment.h"
#include "methods/certified/wide_test.h"

namespace graze::certified {

inline Four four(const Vec3& v) { return Four{v[0], v[1], v[2], 0.0}; }
inline Vec3 vec3(const Four& v) { return {v[0], v[1], v[2]}; }

LaneBox lane_box(const WideObbNode& node, int lane);
LaneBox root_box(const WideObbTree& tree);

View view(const BodyMoment& own, const BodyMoment& wide);

}  // namespace graze::certified
