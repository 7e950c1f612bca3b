// SPDX-License-Identifier: MIT
// A point of one placed shape in the frame of another, rounding included.
#pragma once
#include "graze/motion/motion.h"

namespace graze {

/// A point in the outer body's frame, and how far from it the true one may be.
struct Located {
  Vec3 point;
  double error;
};

Located located(const Vec3& p, const MotionState& inner, const MotionState& outer);

}  // namespace graze
