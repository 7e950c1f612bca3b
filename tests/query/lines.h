// SPDX-License-Identifier: MIT
// Motions of points and boxes that do not turn.
#pragma once

#include <graze/motion/motion.h>

namespace graze {
inline Motion line(const Vec3& from, const Vec3& to) {
  return Motion::between({Mat3::Identity(), from}, {Mat3::Identity(), to});
}

/// Height z at time t.
inline TimedPose at(double t, double z) { return {t, {Mat3::Identity(), Vec3(0, 0, z)}}; }
}  // namespace graze
