// SPDX-License-Identifier: MIT
// The directions that two triangles' features define, to full precision.                   [C4, C5]
#pragma once
#include <array>

#include "graze/geometry/triangle_distance.h"

namespace graze::certified {

struct FeatureDirection {
  Vec3 n = Vec3::Zero();  ///< unit, from a to b; zero if the features define none
  bool of_a = true;       ///< a's features alone, or edges of both: fixed to a rather than to b
};

/// With L the corners' extent and d > 2^-50 L their distance, the widest gap along one of them is
/// within a few 2^-50 L of d, however thin or parallel the triangles are:
/// docs/methods/certified.md, section 4. Some microseconds: for when the direction between closest
/// points, which rounding turns by up to 32 u L / d, is not good enough.
std::array<FeatureDirection, 38> feature_directions(const Corners& a, const Corners& b);

}  // namespace graze::certified
