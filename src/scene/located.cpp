// SPDX-License-Identifier: MIT
#include "scene/located.h"

namespace graze {

/// Turning a vector rounds by less than 6 u of its length, a sum by u of its parts.
Located located(const Vec3& p, const MotionState& inner, const MotionState& outer) {
  constexpr double kU = kUnitRoundoff;
  constexpr double kUp = 1.0 + 0x1p-40;  // more than sums and norms round
  const double size = p.norm();
  const Vec3 in_frame = inner.pose * p;
  const double frame_error = inner.rotation_error * size + inner.translation_error +
                             kU * (7.0 * size + 2.0 * inner.pose.translation.norm());
  const Vec3 from_outer = in_frame - outer.pose.translation;
  const double far = from_outer.norm() + frame_error + outer.translation_error;
  const double error = (frame_error + outer.translation_error) * (1.0 + outer.rotation_error) +
                       (outer.rotation_error + 8.0 * kU) * far;
  return {outer.pose.rotation.transpose() * from_outer, error * kUp};
}

}  // namespace graze
