// SPDX-License-Identifier: MIT
// Poses of a motion over an interval of time, straight from the formulas of motion_kinds.h.
#pragma once
#include "certify/range.h"
#include "graze/motion/motion.h"

namespace graze::test {

/// Contains the pose and its derivative at every t of the range. The motion is one smooth piece, or
/// a composition of such; not the user's own.
JetPose pose_over(const Motion& motion, const Range& t);

}  // namespace graze::test
