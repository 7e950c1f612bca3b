// SPDX-License-Identifier: MIT
#pragma once
#include <graze/motion/motion.h>

namespace graze {

/// The motion is its own only smooth piece on the span.
bool is_smooth_on(const Motion& motion, const Interval& span);

}  // namespace graze
