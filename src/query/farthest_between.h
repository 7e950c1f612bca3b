// SPDX-License-Identifier: MIT
// How far two points of moving bodies ever are from each other.                               [C9]
#pragma once
#include "graze/motion/motion.h"

namespace graze::query {

struct PointsOfTwo {
  Vec3 of_a, of_b;  ///< in the frames of the bodies
};

/// An upper bound of their distance over the span, rounding included. Both motions have bounds.
double farthest_between(const Motion& a, const Motion& b, const PointsOfTwo& points,
                        const Interval& span);

}  // namespace graze::query
