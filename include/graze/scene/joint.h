// SPDX-License-Identifier: MIT
// Motions of joints: what a body's parent_from_body is when a joint attaches it to its parent. [C8]
#pragma once
#include <graze/motion/motion.h>

#include <vector>

namespace graze {

/// Where a joint sits and what it turns about or slides along.
struct JointFrame {
  Pose parent_from_joint = {};  ///< the body's pose in its parent when the joint's value is 0
  Vec3 axis = Vec3::UnitZ();    ///< joint frame; need not be unit; not zero
};

/// A joint's value at a time: rad for a revolute joint, length for a prismatic one.
struct TimedValue {
  double time = 0.0;  ///< seconds
  double value = 0.0;
};

/// From the first value to the last, uniformly over `domain`; any number of turns. Throws
/// InputError for values that are not finite, a zero axis or an empty domain.
Motion revolute_motion(const JointFrame& frame, double from, double to,
                       const Interval& domain = {0.0, 1.0}, Outside outside = Outside::kHold);
Motion prismatic_motion(const JointFrame& frame, double from, double to,
                        const Interval& domain = {0.0, 1.0}, Outside outside = Outside::kHold);

/// Through all values, uniformly between neighbours; times ascend strictly. A turn of more than two
/// radians between neighbours is cut into equal parts, so that no turn is lost. Throws InputError
/// for less than two values or more than 100,000 parts.
Motion revolute_motion(const JointFrame& frame, const std::vector<TimedValue>& values,
                       Outside outside = Outside::kHold);
Motion prismatic_motion(const JointFrame& frame, const std::vector<TimedValue>& values,
                        Outside outside = Outside::kHold);

}  // namespace graze
