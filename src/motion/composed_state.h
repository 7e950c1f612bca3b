// SPDX-License-Identifier: MIT
#pragma once
#include <graze/motion/motion.h>

namespace graze {

/// outer * inner at an instant, with the errors of both.
MotionState composed(const MotionState& outer, const MotionState& inner);

}  // namespace graze
